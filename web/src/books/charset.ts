/** Bytes as text: UTF-16 with a mark, UTF-8, or Windows-1252 where it is neither. */

const windows = new TextDecoder("windows-1252");

/** What Windows-1252 means by a byte. */
export const windowsCharacter = (byte: number): string => windows.decode(Uint8Array.of(byte));

function decodeWide(bytes: Uint8Array, charset: "utf-16le" | "utf-16be"): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new TextDecoder(charset, { ignoreBOM: true }).decode(even);
}

export function decode(bytes: Uint8Array): string {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return decodeWide(bytes.subarray(2), "utf-16le");
  if (a === 0xfe && b === 0xff) return decodeWide(bytes.subarray(2), "utf-16be");
  if (a === 0xef && b === 0xbb && c === 0xbf) return decode(bytes.subarray(3));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return windows.decode(bytes);
  }
}
