import { ActionIcon } from '@mantine/core'
import { IconPrinter } from './icons.ts'
import { printPage } from './printing.ts'

/** The button that prints the whole page. It opens closed sections and waits until they are loaded. */
export const PrintButton = () => (
  <ActionIcon variant="default" size={28} aria-label="Print" title="Print" onClick={printPage} data-noprint>
    <IconPrinter size={16} aria-hidden />
  </ActionIcon>
)

/** A note that appears only in print: a section is missing, and how to print it. */
export const NotOnPaper = ({ what }: { what: string }) => (
  <p className="print-only">
    {what} {what.endsWith('s') ? 'are' : 'is'} not on this paper. Print with the page’s own Print button, or
    with Ctrl P, to have {what.endsWith('s') ? 'them' : 'it'} on it.
  </p>
)
