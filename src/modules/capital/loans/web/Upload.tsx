import { plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { SheetUpload } from '#statement/web/index.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { uploadLoans } from '../model/calls.ts'
import { loanSheet } from '../model/uploadRow.ts'
import { shown } from './shown.ts'

/** Uploads the figures of loans for a year. */
export function Upload({ year }: { year: number }) {
  const write = useWrite(shown)
  return (
    <SheetUpload
      button="Upload figures…"
      title="Upload figures of loans"
      sheet={loanSheet}
      needs="A loan that is not in the register yet is entered where its row has the other columns, too."
      year={year}
      check={(of, body) =>
        ask(uploadLoans, { params: { year: of }, query: { check: true }, body }, { quiet: true })
      }
      store={(of, body) =>
        write(uploadLoans, { params: { year: of }, body }, `The figures of ${of} are stored.`)
      }
      storeLabel={(of) => `Store the figures of ${of}`}
      more={({ newLoans }) => (newLoans > 0 ? [`${plural(newLoans, 'loan is', 'loans are')} entered`] : [])}
      patternName="loan-figures"
    />
  )
}
