import { Button } from '@mantine/core'
import { IconPrinter } from './icons.ts'
import { printPage } from './printing.ts'

/** Prints the page whole: closed sections open, and what they fetch is waited for. */
export const PrintButton = () => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconPrinter size={16} aria-hidden />}
    onClick={printPage}
    data-noprint
  >
    Print
  </Button>
)

/** On paper alone: that a section is not on it, and how it gets there. */
export const NotOnPaper = ({ what }: { what: string }) => (
  <p className="print-only">
    {what} {what.endsWith('s') ? 'are' : 'is'} not on this paper. Print with the page’s own Print button, or with Ctrl
    P, to have {what.endsWith('s') ? 'them' : 'it'} on it.
  </p>
)
