import { standingColumns } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { extensions, type Line } from '../model/extensions.ts'

const col = columns<Line>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(extensions)
const asked = [
  col.text('Task', (line) => line.task, { width: 190 }),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.date('Asked for', (line) => line.requestedDueDate, { width: 105 }),
]

/** Columns of the queue over all properties. */
export const queueColumns = [number, subject, ...asked, status, submitted, age, analyst, company, decided]
/** Columns of one property's requests. */
export const propertyColumns = [number, ...asked, status, submitted, analyst, decided]
