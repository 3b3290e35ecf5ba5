import { standingColumns } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type RequestLine, requests } from '../model/requests.ts'

const col = columns<RequestLine>()
const { number, status, submitted, age, analyst, company, decided } = standingColumns(requests)

/** The columns of all lists of contact change requests. */
export const requestColumns = [
  number,
  col.text('For', (line) => line.subject, { width: 220, served: 'subject' }),
  col.text('Contact types', (line) => line.contactTypes, { width: 180, served: 'contactTypes' }),
  col.number('Changes', (line) => line.changes, { total: true, width: 90, served: 'changes' }),
  status,
  submitted,
  col.text('Submitted by', (line) => line.submittedByName, {
    width: 160,
    lesser: true,
    served: 'submittedByName',
  }),
  age,
  analyst,
  decided,
  company,
  col.text('Reason', (line) => line.reason, { lesser: true, served: 'reason' }),
]
