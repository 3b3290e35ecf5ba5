import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import {
  Program2013,
  Program2013Debt,
  Program2013EmployeeType,
  StatementCategoryAmount,
} from '../model/entities.ts'
import { programSettings } from '../model/settings.ts'
import { tieDescriptions } from '../model/ties.ts'
import { served } from './index.ts'
import { records } from './records.ts'

/** The number of 2013 records in the list of modules (`/api/Module`). */
const FILES_ID = 48
const review = getManifest(records, { filesId: FILES_ID, searchOrder: 34 })

/** The server module of 2013 records, with a to-do for committed properties that have none. */
export default {
  ...review,
  entities: [Program2013, StatementCategoryAmount, Program2013EmployeeType, Program2013Debt],
  served: [...review.served, ...served],
  settings: Object.values(programSettings),
  toDos: [
    ...review.toDos,
    {
      kind: 'program2013.missing',
      label: '2013 record missing',
      act: 'Enter or import it',
      waitsFor: 'agency' as const,
      // A committed property has been underwritten, so its figures are known.
      rows: () => sql`select p.property_id, p.property_id, null::integer, null::text, '2013 record missing',
        null::date, p.created_at,
          concat('/2013/Review/', p.property_id)
        from property p where p.status_id in (${sqlPropertyStatus.Conditional}, ${sqlPropertyStatus.Firm},
        ${sqlPropertyStatus.UnderConstruction})
          and not exists (select from program2013 r where r.property_id = p.property_id)`,
    },
  ],
  reckoned: Object.entries(tieDescriptions).map(([id, { says, warns }]) => ({
    id,
    title: '2013 record',
    says,
    source: 'domain 30',
    kind: warns ? ('warns' as const) : ('stops the submission' as const),
  })),
}
