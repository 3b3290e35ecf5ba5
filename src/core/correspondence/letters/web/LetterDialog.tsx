import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { IconDownload, IconPrinter } from '#ui/frame/icons.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import { getUnfilledPlaceholders, type LetterData } from '../model/index.ts'
import styles from './LetterDialog.module.css'
import { LetterPreview } from './LetterPreview.tsx'
import { downloadLetter, printLetter } from './makeLetter.ts'
import { type LetterPreviewOptions, useLetterhead } from './useLetterhead.ts'

const FAILED = 'The PDF could not be made. Check your connection and try again.'
const BLOCKED =
  'The browser blocked the page for printing. Allow pop-ups for this site, or download the PDF and print it.'

type PdfAction = 'download' | 'print'

/** Runs one action of the dialog at a time, and remembers its error. */
function usePdfAction() {
  const [running, setRunning] = useState<PdfAction | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const run = async (work: PdfAction, action: () => Promise<void>) => {
    setRunning(work)
    setFault(null)
    try {
      await action()
    } catch (error) {
      console.error(error)
      setFault(FAILED)
    } finally {
      setRunning(null)
    }
  }
  return { running, fault, setFault, run }
}

/**
 * The dialog that previews a letter, with buttons to save its PDF under `fileName` and to print it. It lists
 * placeholders without a value. The letterhead is the one it was sent with, unless `options` has a layout.
 */
export function LetterDialog({
  letter,
  options: given,
  fileName = 'letter.pdf',
  opened,
  onClose,
}: {
  letter: LetterData
  options: LetterPreviewOptions
  fileName?: string
  opened: boolean
  onClose: () => void
}) {
  const { running, fault, setFault, run } = usePdfAction()
  const options = useLetterhead(letter, given, opened)
  const unfilled = getUnfilledPlaceholders(letter, options.today)
  const download = () => run('download', () => downloadLetter(letter, options, fileName))
  const print = () => {
    // Open the page within the click. A page opened after the PDF is made would be blocked as a pop-up.
    const page = window.open('', '_blank')
    if (page) run('print', () => printLetter(letter, options, page))
    else setFault(BLOCKED)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={options.title} size={880}>
      <div className={styles.actions}>
        <Group gap="sm">
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={running === 'download'}
            disabled={running === 'print'}
            onClick={download}
            data-autofocus
          >
            Download PDF
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            loading={running === 'print'}
            disabled={running === 'download'}
            onClick={print}
          >
            Print
          </Button>
        </Group>
        {fault && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        {unfilled.length > 0 && (
          <p role="note" className={styles.warning}>
            No value for {unfilled.join(', ')}: the placeholder stays visible in the letter.
          </p>
        )}
      </div>
      <LetterPreview letter={letter} options={options} />
    </Modal>
  )
}
