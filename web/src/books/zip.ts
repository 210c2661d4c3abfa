/** A ZIP archive in memory: its list of files, and one of them unpacked by the browser. */
import { FILE_MAX, Refused } from "./blocks";

const DAMAGED = "The EPUB is damaged.";
/** Bytes of one file that is parsed. */
const CHAPTER_MAX = 8 << 20;

interface Entry {
  readonly at: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
  readonly locked: boolean;
}

/** Where the list of files is told of: near the end, before a comment of at most 64 KB. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 22 - 0xffff; at--)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new Refused(DAMAGED);
}

export class Zip {
  private readonly entries = new Map<string, Entry>();
  private readonly view: DataView;
  private unpacked = 0;
  /** Files, those of the same name too. */
  readonly count: number;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = findEnd(this.view);
    this.count = this.view.getUint16(end + 10, true);
    try {
      this.readList(this.view.getUint32(end + 16, true));
    } catch {
      throw new Refused(DAMAGED); // it points outside
    }
  }

  private readList(from: number): void {
    let at = from;
    for (let i = 0; i < this.count; i++) {
      if (this.view.getUint32(at, true) !== 0x02014b50) throw new RangeError();
      const length = this.view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(this.bytes.subarray(at + 46, at + 46 + length));
      if (!this.entries.has(name))
        this.entries.set(name, {
          at: this.view.getUint32(at + 42, true),
          packed: this.view.getUint32(at + 20, true),
          size: this.view.getUint32(at + 24, true),
          method: this.view.getUint16(at + 10, true),
          locked: (this.view.getUint16(at + 8, true) & 1) === 1,
        });
      at += 46 + length + this.view.getUint16(at + 30, true) + this.view.getUint16(at + 32, true);
    }
  }

  /** The whole file; null: there is none of that name. */
  async unpack(name: string): Promise<Uint8Array | null> {
    const entry = this.entries.get(name);
    if (!entry) return null;
    this.unpacked += entry.size;
    if (entry.size > CHAPTER_MAX || this.unpacked > FILE_MAX)
      throw new Refused("The EPUB unpacks to more than a book can hold.");
    try {
      return await inflate(this.packed(entry), entry);
    } catch {
      throw new Refused(DAMAGED);
    }
  }

  private packed(entry: Entry): Uint8Array {
    const { at } = entry;
    if (entry.locked || this.view.getUint32(at, true) !== 0x04034b50) throw new RangeError();
    const from = at + 30 + this.view.getUint16(at + 26, true) + this.view.getUint16(at + 28, true);
    if (from + entry.packed > this.bytes.length) throw new RangeError();
    return this.bytes.subarray(from, from + entry.packed);
  }
}

/** Never more than the archive promised: a bomb ends there. */
async function inflate(packed: Uint8Array, { size, method }: Entry): Promise<Uint8Array> {
  if (method === 0 && packed.length === size) return packed;
  if (method !== 8) throw new RangeError();
  const whole = new Uint8Array(size);
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > size) {
      await reader.cancel();
      throw new RangeError();
    }
    whole.set(value, length);
    length += value.length;
  }
  if (length !== size) throw new RangeError();
  return whole;
}
