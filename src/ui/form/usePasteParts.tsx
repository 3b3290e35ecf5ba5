import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { toCsv } from '#kernel/model/csv.ts'
import { downloadText } from '../frame/download.ts'
import { IconClipboard } from '../frame/icons.ts'
import { later, whenIdle } from '../frame/later.tsx'
import type { ResolvedColumn } from './lines.ts'
import { usePaste } from './usePaste.ts'

const PasteBar = later(async () => (await import('./PasteBar.tsx')).PasteBar)
const PasteHere = later(async () => (await import('./PasteBar.tsx')).PasteHere)

/**
 * Downloads a table with only the headings, for filling in and pasting. Its columns are matched by the
 * headings.
 */
const downloadTemplate = (noun: string, columns: readonly ResolvedColumn[]): void =>
  downloadText(
    `${noun.toLowerCase()}s.csv`,
    toCsv(
      columns.map(({ label }) => ({ label, value: () => '' })),
      [],
    ),
  )

/** Returns the parts that a list of lines shows for pasting; nothing if rows may not be pasted. */
export function usePasteParts(on: boolean, noun: string, into: Parameters<typeof usePaste>[0]) {
  const pasting = usePaste(into)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    // The bar is loaded in advance, so that pasting also works without a connection.
    if (on) return whenIdle(PasteBar.fetch)
  }, [on])
  if (!on) return {}
  return {
    events: { onPasteCapture: pasting.onPaste, onKeyDownCapture: pasting.onKeyDown },
    bar: pasting.paste && (
      <Suspense>
        <PasteBar {...pasting} paste={pasting.paste} noun={noun} columns={into.columns} />
      </Suspense>
    ),
    place: asking && (
      <Suspense>
        <PasteHere take={pasting.take} onClose={() => setAsking(false)} />
      </Suspense>
    ),
    button: (
      <>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconClipboard size={14} />}
          onClick={() => setAsking(true)}
        >
          Paste rows
        </Button>
        <Button
          variant="subtle"
          size="xs"
          title="A table with these columns, to be filled in Excel and pasted here"
          onClick={() => downloadTemplate(noun, into.columns)}
        >
          Excel template
        </Button>
      </>
    ),
  }
}
