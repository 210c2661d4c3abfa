export function RulesPage(_: { game: string }) { return null; }
