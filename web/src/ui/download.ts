/** Hands a record to the person as a file. */
export function saveRecord(game: string, record: string): void {
  const url = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${game}-${new Date().toISOString().slice(0, 10)}.record`;
  link.click();
  URL.revokeObjectURL(url);
}
