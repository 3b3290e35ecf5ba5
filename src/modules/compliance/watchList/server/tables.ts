import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    watchList: TableOf<typeof model.WatchList>
    watchListType: TableOf<typeof model.WatchListType>
    watchListProgramType: TableOf<typeof model.WatchListProgramType>
    watchListResponsibilityType: TableOf<typeof model.WatchListResponsibilityType>
    watchListWeaknessType: TableOf<typeof model.WatchListWeaknessType>
    watchListHistory: TableOf<typeof model.WatchListHistory>
  }
}
