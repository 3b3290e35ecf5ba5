import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import { Gallery } from '#core/platform/lookups/web/index.ts'
import { today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { LetterDialog } from './LetterDialog.tsx'
import { sampleLetter } from './sample.ts'

/** The sample letter of the component gallery, in both layouts of the letterhead. */
export default function LetterSamples() {
  const agency = useCall(getAgency, {})
  const [layout, setLayout] = useState<'A' | 'B' | null>(null)
  return (
    <Gallery
      title="Letter"
      text="Made as PDF in the browser; a placeholder without a value is named above it."
    >
      <Group>
        <Button variant="default" onClick={() => setLayout('A')}>
          Letterhead A
        </Button>
        <Button variant="default" onClick={() => setLayout('B')}>
          Letterhead B
        </Button>
      </Group>
      <LetterDialog
        opened={layout !== null}
        onClose={() => setLayout(null)}
        letter={sampleLetter}
        fileName="sample-letter.pdf"
        options={{
          layout: layout ?? 'A',
          agency: { shortName: agency.shortName, name: agency.name, addressLines: agency.addressLines },
          today: today(agency.zone),
          title: 'Sample letter',
        }}
      />
    </Gallery>
  )
}
