import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    tcap: TableOf<typeof model.TCAP>
    tcapQuarter: TableOf<typeof model.TCAPQuarter>
    tcapProgram: TableOf<typeof model.TCAPProgram>
    tcapFeeRelease: TableOf<typeof model.TCAPFeeRelease>
  }
}
