import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { getAgency } from '#ground/lookups/model/index.ts'
import { Gallery } from '#ground/lookups/web/index.ts'
import { today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { LetterData } from '../model/letter.ts'
import { LetterDialog } from './LetterDialog.tsx'

const letter: LetterData = {
  contact: {
    conName: 'José Núñez',
    conAddress1: '200 Oak Avenue',
    conCity: 'Columbia',
    conState: 'MO',
    conZip: '65201',
  },
  property: { propertyName: 'Maple Grove Apartments', propertyNumber: '12-034' },
  requestNumber: 'R-141',
  body: [
    'Your request {{requestNumber}} for a disbursement from the replacement reserve account of {{propertyName}} is approved. The items and the amounts approved are listed below.',
    {
      columns: [
        { label: 'Description', field: 'description' },
        { label: 'Requested', field: 'requested', alignment: 'right' },
        { label: 'Approved', field: 'approved', alignment: 'right' },
      ],
      rows: [
        { description: 'Replace water heater', requested: '$1,250.50', approved: '$1,250.50' },
        { description: 'Repair roof over Building 4', requested: '$8,400.00', approved: '$8,000.00' },
      ],
    },
    { text: 'Amounts are paid by {{payDate}}.', style: 'comment' },
    'Please call with any questions.',
  ],
  signatureBlock: {
    Name: 'Zoë Ångström',
    Title: 'Asset Manager',
    Department: 'Asset Management',
    PhoneNumber: '(573) 555-0100',
    EndLine: 'cc: file',
  },
}

/** In the gallery of the kit: a letter as it goes out, in both letterheads. */
export default function LetterSamples() {
  const agency = useCall(getAgency, {})
  const [layout, setLayout] = useState<'A' | 'B' | null>(null)
  return (
    <Gallery title="Letter" text="Made as PDF in the browser; a placeholder without a value is named above it.">
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
        letter={letter}
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
