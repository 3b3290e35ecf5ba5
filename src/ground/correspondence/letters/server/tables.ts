import type { TableOf } from '#kernel/server/tables.ts'
import type { Letter, Letterhead, Signer } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    signer: TableOf<typeof Signer>
    letter: TableOf<typeof Letter>
    letterhead: TableOf<typeof Letterhead>
  }
}
