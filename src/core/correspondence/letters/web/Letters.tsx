import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import { agencyDay, formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { LetterData } from '../model/index.ts'
import { LetterDialog } from './fetched.tsx'
import styles from './Letters.module.css'

type StoredLetter = { letterId: number; title: string; createdAt: string; data: Record<string, unknown> }

const describeLetter = ({ title, createdAt }: StoredLetter): string =>
  `${title}, ${formatDate(createdAt, 'MM/DD/YYYY')}`

/** The list of a record's letters. Each opens as it was sent, and can be downloaded as PDF. */
export function Letters({ letters }: { letters: readonly StoredLetter[] }) {
  const agency = useCall(getAgency, {})
  const [openLetterId, setOpenLetterId] = useState<number | null>(null)
  const storedLetter = letters.find(({ letterId }) => letterId === openLetterId)
  if (letters.length === 0) return null
  return (
    <section aria-label="Letters">
      <h2>Letters</h2>
      <ul className={`print-only ${styles.printed}`}>
        {letters.map((letter) => (
          <li key={letter.letterId}>{describeLetter(letter)}</li>
        ))}
      </ul>
      <Group data-noprint>
        {letters.map((letter) => (
          <Button
            key={letter.letterId}
            variant="default"
            classNames={{ root: styles.letter, label: styles.title }}
            onClick={() => setOpenLetterId(letter.letterId)}
          >
            {describeLetter(letter)}
          </Button>
        ))}
      </Group>
      {storedLetter && (
        <LetterDialog
          opened
          onClose={() => setOpenLetterId(null)}
          letter={storedLetter.data as unknown as LetterData}
          fileName={`${storedLetter.title}.pdf`}
          options={{
            agency: { shortName: agency.shortName, name: agency.name, addressLines: agency.addressLines },
            today: agencyDay(storedLetter.createdAt),
            title: storedLetter.title,
          }}
        />
      )}
    </section>
  )
}
