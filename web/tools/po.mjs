// Reads a gettext catalogue: just what ours use (no contexts, no plurals).
export function readPo(text) {
  const messages = {};
  let into = null;
  let current = { id: "", str: "" };
  const finish = () => {
    if (current.id && current.str) messages[current.id] = current.str;
    current = { id: "", str: "" };
  };
  for (const line of text.split("\n")) {
    const match = /^(msgid|msgstr)?\s*"(.*)"\s*$/.exec(line);
    if (!match) continue;
    if (match[1] === "msgid") {
      finish();
      into = "id";
    } else if (match[1] === "msgstr") into = "str";
    if (into) current[into] += JSON.parse(`"${match[2]}"`);
  }
  finish();
  return messages;
}
