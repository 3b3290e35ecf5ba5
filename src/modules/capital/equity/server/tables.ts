import type { TableOf } from '#kernel/server/tables.ts'
import type { EquityFigure, EquityNotice } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    equityFigure: TableOf<typeof EquityFigure>
    equityNotice: TableOf<typeof EquityNotice>
  }
}
