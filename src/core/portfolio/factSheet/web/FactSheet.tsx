import { Button } from '@mantine/core'
import { useState } from 'react'
import { downloadPdf } from '#core/correspondence/letters/web/index.ts'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import { loadPropertyPhoto, PropertyPicture } from '#core/portfolio/properties/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { IconDownload, IconPrinter } from '#ui/frame/icons.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { buildSheetDefinition } from '../model/definition.ts'
import {
  formatCell,
  getFactSheet,
  getPartsAt,
  type Sheet,
  type SheetPart,
  type SheetPlace,
} from '../model/sheet.ts'
import styles from './FactSheet.module.css'
import { Part } from './Part.tsx'

/** The screen with a property's one-page fact sheet for meetings, which can be printed or saved as PDF. */
export default function FactSheet() {
  const { propertyId } = useNumericParams('propertyId')
  const sheet = useCall(getFactSheet, { params: { propertyId } })
  const agency = useCall(getAgency, {})
  const [fault, setFault] = useState<string | null>(null)
  const download = () => {
    setFault(null)
    const downloadSheet = async () =>
      downloadPdf(
        buildSheetDefinition(sheet, agency.name, await loadPropertyPhoto(propertyId)),
        `Fact sheet ${sheet.name}.pdf`,
      )
    downloadSheet().catch(() => setFault('The PDF could not be made. Check your connection and try again.'))
  }
  const print = () => window.print()
  useKeys('Fact sheet', [
    { key: 'd', label: 'Download PDF', run: download },
    { key: 'p', label: 'Print', run: print },
  ])
  return (
    <Screen
      title="Fact sheet"
      breadcrumbs={[
        { label: 'Properties', to: '/Projects' },
        { label: sheet.name, to: `/EditProject/${propertyId}` },
      ]}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={print}
            aria-keyshortcuts="p"
          >
            Print
          </Button>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={download}
            aria-keyshortcuts="d"
          >
            Download PDF
          </Button>
        </>
      }
    >
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <Paper sheet={sheet} agency={agency.name} />
    </Screen>
  )
}

function Paper({ sheet, agency }: { sheet: Sheet; agency: string }) {
  const getParts = (place: SheetPlace) =>
    getPartsAt(sheet, place).map((part) => <Part key={part.title} part={part} />)
  return (
    <article className={styles.paper} aria-label={`Fact sheet of ${sheet.name}`}>
      <header className={styles.head}>
        <div>
          <h2>{sheet.name}</h2>
          <p>{[sheet.address, sheet.number].filter(Boolean).join(' · ')}</p>
        </div>
        <div className={styles.photo}>
          <PropertyPicture propertyId={sheet.propertyId} name={sheet.name} />
        </div>
        <div className={styles.agency}>
          <strong>{agency}</strong>
          <p>Fact sheet, {formatDate(sheet.day, 'MMMM DD, YYYY')}</p>
        </div>
      </header>
      <dl className={styles.strip}>
        {getPartsAt(sheet, 'figure').map((part) => (
          <Figure key={part.title} part={part} />
        ))}
      </dl>
      <div className={styles.halves}>
        <div>
          <div className={styles.sideBySide}>{getParts('top')}</div>
          {getParts('wide')}
          <div className={styles.sideBySide}>{getParts('chart')}</div>
        </div>
        <div className={styles.foot}>
          <div>{getParts('left')}</div>
          <div>{getParts('right')}</div>
        </div>
        <div className={styles.bottom}>{getParts('bottom')}</div>
      </div>
    </article>
  )
}

function Figure({ part: { title, columns, rows } }: { part: SheetPart }) {
  const [row] = rows
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>{formatCell(row?.cells[0] ?? null, columns[0]?.kind ?? 'text')}</strong>
        <span data-alert={row?.alert || undefined}>{row?.cells[1]}</span>
      </dd>
    </div>
  )
}
