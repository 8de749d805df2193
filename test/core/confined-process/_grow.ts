/** Grows outside of the heap that Node bounds by itself. */
const all: Uint8Array[] = []
for (;;) all.push(new Uint8Array(2 ** 20).fill(1))
