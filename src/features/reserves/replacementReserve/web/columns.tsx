import { columnOfReview, standingColumns } from '#engines/review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type RequestLine, requests } from '../model/requests.ts'

const col = columns<RequestLine>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(requests)

const amounts = [
  col.number('Items', (line) => line.itemCount, { width: 75, lesser: true, served: 'itemCount' }),
  col.money('Claimed', (line) => line.claimed, { total: true, width: 125, served: 'claimed' }),
  columnOfReview(
    col.money('Approved', (line) => line.approved, {
      total: true,
      width: 125,
      served: 'approved',
    }),
  ),
]
const type = col.text('Type', (line) => line.requestType, { width: 130, lesser: true, served: 'requestType' })
const paid = col.date('Paid', (line) => line.paidDate, { width: 105, lesser: true, served: 'paidDate' })

/** The columns of the queue of all properties. */
export const queueColumns = [
  number,
  subject,
  type,
  status,
  submitted,
  age,
  ...amounts,
  analyst,
  company,
  decided,
  paid,
]
/** The columns of one property’s requests. */
export const propertyColumns = [number, type, status, submitted, age, ...amounts, analyst, decided, paid]
/** The columns of the requests with the agency on the start page. */
export const filedColumns = [
  number,
  subject,
  status,
  amounts[1]!,
  submitted,
  age,
  col.text('Description', (line) => line.description, { wrap: true }),
]
