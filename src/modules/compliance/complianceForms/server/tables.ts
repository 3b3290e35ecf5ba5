import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    exhibitScheduleType: TableOf<typeof model.ExhibitScheduleType>
    exhibit: TableOf<typeof model.Exhibit>
    projectExhibitSettings: TableOf<typeof model.ProjectExhibitSettings>
    projectExhibit: TableOf<typeof model.ProjectExhibit>
  }
}
