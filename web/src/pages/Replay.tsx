export function ReplayPage(_: { where: "local" | "table"; id: string }) { return null; }
