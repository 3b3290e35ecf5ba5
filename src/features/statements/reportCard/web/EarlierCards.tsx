import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { Section } from '#ui/frame/Section.tsx'

type ArchivedCards = readonly { afsReportCardId: number; archivedAt: string; statusLabel: string | null }[]

/** Links to the cards of earlier submissions and decisions. */
export const EarlierCards = ({ afsId, archived }: { afsId: number; archived: ArchivedCards }) => (
  <Section title="Earlier cards">
    <ul>
      {archived.map((card) => (
        <li key={card.afsReportCardId}>
          <Link to={`/afs/review/reportcard/${afsId}?card=${card.afsReportCardId}`}>
            {card.statusLabel ?? 'Archived'} until {formatDate(card.archivedAt, 'MM/DD/YYYY')}
          </Link>
        </li>
      ))}
    </ul>
  </Section>
)
