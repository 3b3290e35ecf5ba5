import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { Exhibit, ExhibitScheduleType, ProjectExhibit, ProjectExhibitSettings } from '../model/entities.ts'
import { formFacts } from '../model/facts.ts'
import { formSettings } from '../model/settings.ts'
import { forms } from './forms.ts'
import { served } from './index.ts'
import { answeredTasksSql } from './lists.ts'
import { formsToFile } from './toDos.ts'
import { refuseCommentedDocument } from './uploads.ts'

// There is no general filing rule here: each form definition decides which properties file it.
const review = getManifest(forms, { filesId: TaskType.Exhibit, searchOrder: 35 })

/** The to-dos about rejected forms, whose documents the company uploads again. */
const rejectedToDos: ToDoSource = {
  kind: 'complianceForm.rejected',
  label: 'Compliance form rejected',
  act: 'Upload again',
  waitsFor: 'company',
  rows: () => sql`select r.project_exhibit_id, r.property_id, null::integer, ${formFacts.permission}::text,
      'CF-' || r.project_exhibit_id || ': ' || e.code || ', ' || e.name, null::date, r.decided,
      concat('/complianceForms/review/', r.project_exhibit_id)
    from project_exhibit r join exhibit e on e.exhibit_id = r.exhibit_id
    where r.status_id = ${sqlStatus.REJECTED}`,
}

/** The to-dos about submitted forms whose notarized original has not arrived. */
const originalToDos: ToDoSource = {
  kind: 'complianceForm.original',
  label: 'Notarized original to send',
  act: 'Send it',
  waitsFor: 'company',
  rows: () => sql`select r.project_exhibit_id, r.property_id, null::integer, ${formFacts.permission}::text,
      'CF-' || r.project_exhibit_id || ': send the notarized original of ' || e.code, null::date, r.submitted,
      concat('/complianceForms/review/', r.project_exhibit_id)
    from project_exhibit r join exhibit e on e.exhibit_id = r.exhibit_id
    where e.original_required and r.original_received is null
    and r.status_id in (${sqlStatus.SUBMITTED}, ${sqlStatus.UNDER_REVIEW})`,
}

export default {
  ...review,
  entities: [ExhibitScheduleType, Exhibit, ProjectExhibitSettings, ProjectExhibit],
  served: [...review.served, ...served],
  settings: Object.values(formSettings),
  toDos: [...review.toDos, ...formsToFile, rejectedToDos, originalToDos],
  files: review.files.map((part) => ({
    ...part,
    guard: async (context, file) => {
      await part.guard(context, file)
      if (file.fileId !== null) await refuseCommentedDocument(context, file.fileId)
    },
  })),
  taskSources: [
    {
      taskTypeId: TaskType.Exhibit,
      rows: answeredTasksSql,
      path: '/complianceForms/list/:propertyId',
      ownToDos: true,
    },
  ],
} satisfies ServerModule
