import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LetterData } from '#ground/letters/model/index.ts'
import { LetterDialog } from '#ground/letters/web/index.ts'
import { today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { CountyMap } from '#ui/map/CountyMap.tsx'
import { getAgency } from '../../model/calls.ts'
import { Gallery } from '../Gallery.tsx'
import styles from '../gallery.module.css'
import { sampleCounties } from './counties.ts'

const properties = [
  { id: 1, name: 'Maple Grove Apartments', county: 'Boone', latitude: 38.951, longitude: -92.334, group: 'Active' },
  { id: 2, name: 'Birch Court', county: 'Callaway', latitude: 38.846, longitude: -91.948, group: 'Active' },
  { id: 3, name: 'Cedar House', county: 'Cole', latitude: 38.576, longitude: -92.173, group: 'Watched' },
  { id: 4, name: 'Dogwood Manor', county: 'Howard', latitude: 39.146, longitude: -92.684, group: 'Active' },
  { id: 5, name: 'Elm Place, without a place on the map', county: 'Cooper', latitude: null, longitude: null },
]

/** A map of a few counties. */
export function MapSamples() {
  return (
    <Gallery title="Map" text="Counties drawn from outlines of our own; below it the same properties as a table.">
      <CountyMap
        label="Sample properties"
        counties={sampleCounties}
        properties={properties.map((one) => ({ ...one, to: '/GridSample' }))}
        highlighted="Boone County"
        legend={[
          { label: 'Active', color: 'blue' },
          { label: 'Watched', color: 'red' },
        ]}
      />
    </Gallery>
  )
}

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

/** A letter as it goes out, in both letterheads. */
export function LetterSamples() {
  const agency = useCall(getAgency, {})
  const [layout, setLayout] = useState<'A' | 'B' | null>(null)
  return (
    <Gallery title="Letter" text="Made as PDF in the browser; a placeholder without a value is named above it.">
      <div className={styles.row}>
        <Button variant="default" onClick={() => setLayout('A')}>
          Letterhead A
        </Button>
        <Button variant="default" onClick={() => setLayout('B')}>
          Letterhead B
        </Button>
      </div>
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
