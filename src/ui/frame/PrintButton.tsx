import { ActionIcon } from '@mantine/core'
import { IconPrinter } from './icons.ts'
import { printPage } from './printing.ts'

/** Prints the page whole: closed sections open, and what they fetch is waited for. */
export const PrintButton = () => (
  <ActionIcon variant="default" size={28} aria-label="Print" title="Print" onClick={printPage} data-noprint>
    <IconPrinter size={16} aria-hidden />
  </ActionIcon>
)

/** On paper alone: that a section is not on it, and how it gets there. */
export const NotOnPaper = ({ what }: { what: string }) => (
  <p className="print-only">
    {what} {what.endsWith('s') ? 'are' : 'is'} not on this paper. Print with the page’s own Print button, or
    with Ctrl P, to have {what.endsWith('s') ? 'them' : 'it'} on it.
  </p>
)
