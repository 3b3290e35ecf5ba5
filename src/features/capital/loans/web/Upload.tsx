import { SheetUpload } from '#engines/worksheet/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { uploadLoans } from '../model/calls.ts'
import { loanSheet } from '../model/uploadRow.ts'
import { loanQueryKeys } from './queryKeys.ts'

/** The button and dialog that upload the figures of loans for a year. */
export function UploadFigures({ year }: { year: number }) {
  const write = useWrite(loanQueryKeys)
  return (
    <SheetUpload
      button="Upload figures…"
      title="Upload figures of loans"
      sheet={loanSheet}
      needs="A loan that is not in the register yet is entered where its row has the other columns, too."
      year={year}
      check={(sheetYear, body) =>
        ask(uploadLoans, { params: { year: sheetYear }, query: { check: true }, body }, { quiet: true })
      }
      store={(sheetYear, body) =>
        write(uploadLoans, { params: { year: sheetYear }, body }, `The figures of ${sheetYear} are stored.`)
      }
      storeLabel={(sheetYear) => `Store the figures of ${sheetYear}`}
      more={({ newLoans }) => (newLoans > 0 ? [`${plural(newLoans, 'loan is', 'loans are')} entered`] : [])}
      patternName="loan-figures"
    />
  )
}
