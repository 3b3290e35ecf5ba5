import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type NoticeOutcome, notifyProperties } from '../model/calls.ts'
import { equityQueryKeys } from './display.ts'

/**
 * The button and dialog that notify properties of their equity figures of a year. The dialog first shows the
 * recipients and the text; each property is notified once.
 */
export function NotifyButton({ year }: { year: number }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpened(true)}>
        Notify properties…
      </Button>
      <Dialog
        opened={isOpened}
        onClose={() => setIsOpened(false)}
        title={`Notice of equity, ${year}`}
        size="xl"
      >
        <Preview year={year} done={() => setIsOpened(false)} />
      </Dialog>
    </>
  )
}

type Line = NoticeOutcome['properties'][number]
const col = columns<Line>()
const noticeColumns = [
  col.text('Property', (item) => item.propertyName, { width: 240 }),
  col.money('Equity', (item) => item.equity, { width: 130 }),
  col.money('Allowed a year', (item) => item.allowedDistribution, { width: 120 }),
  col.text('To', (item) => item.recipients.join(', '), { width: 240 }),
  col.text('Not notified because', (item) => item.reason, { width: 260 }),
  col.date('Notified', (item) => item.sentAt, { width: 100 }),
]
const tabs = [
  { label: 'To notify', match: (item: Line) => item.reason === null },
  { label: 'Not notified', match: (item: Line) => item.reason !== null },
]

function Preview({ year, done }: { year: number; done: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['equityfigure', 'notices', year],
    queryFn: () => ask(notifyProperties, { query: { preview: true }, body: { year } }, { quiet: true }),
  })
  const write = useWrite(equityQueryKeys)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  if (error) return <p role="alert">{refusalWords(error).join(' ')}</p>
  if (!data) return <p>Looking up who is notified …</p>
  const propertiesToNotify = data.properties.filter((property) => property.reason === null)
  const send = async () => {
    setBusy(true)
    const body = { year, propertyIds: propertiesToNotify.map((item) => item.propertyId) }
    await write(notifyProperties, { body }, 'The notices are on their way.').then(done, (failure: unknown) =>
      setRefused(refusalWords(failure)),
    )
    setBusy(false)
  }
  return (
    <>
      <DataTable
        caption="Notices"
        rows={data.properties}
        columns={noticeColumns}
        rowKey={(item) => item.propertyId}
        tabs={tabs}
        height={300}
        csvName={`equity-notices-${year}`}
        empty={`No property has an equity figure of ${year} yet.`}
      />
      {propertiesToNotify.length > 0 && (
        <section aria-label="How it reads">
          <h3>{data.subject}</h3>
          <p style={{ whiteSpace: 'pre-line' }}>{data.text}</p>
        </section>
      )}
      <p role="alert">{refused.join(' ')}</p>
      <Group>
        {propertiesToNotify.length > 0 ? (
          <Button loading={busy} onClick={() => void send()}>
            Notify {plural(propertiesToNotify.length, 'property', 'properties')}
          </Button>
        ) : (
          <p>Everyone has been notified.</p>
        )}
      </Group>
    </>
  )
}
