import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'

type Archived = readonly { afsReportCardId: number; archivedAt: string }[]

/** Cards of earlier submissions, to be read. */
export const ArchivedCards = ({ afsId, archived }: { afsId: number; archived: Archived }) => (
  <section aria-label="Earlier cards">
    <h2>Earlier cards</h2>
    <ul>
      {archived.map((one) => (
        <li key={one.afsReportCardId}>
          <Link to={`/afs/review/reportcard/${afsId}?card=${one.afsReportCardId}`}>
            Archived {formatDate(one.archivedAt, 'MM/DD/YYYY')}, when the statement went back
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
