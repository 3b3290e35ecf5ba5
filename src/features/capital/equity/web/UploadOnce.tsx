import { SheetUpload } from '#engines/worksheet/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { uploadOnce } from '../model/calls.ts'
import { onceSheet } from '../model/oneTimeUpload.ts'
import { equityQueryKeys } from './display.ts'

/** The button and dialog that upload the beginning values of many properties from a sheet. */
export function UploadBeginnings({ year }: { year: number }) {
  const write = useWrite(equityQueryKeys)
  return (
    <SheetUpload
      button="Upload beginnings…"
      title="Upload initial equity, closing reports and cut-off dates"
      sheet={onceSheet}
      needs="Each row sets initial equity (development cost and mortgages), the closing report, the cut-off date, or several of them, for the year. Each is set once; later it is corrected at the property with a reason."
      year={year}
      check={(sheetYear, body) =>
        ask(uploadOnce, { params: { year: sheetYear }, query: { check: true }, body }, { quiet: true })
      }
      store={(sheetYear, body) =>
        write(uploadOnce, { params: { year: sheetYear }, body }, 'What the properties begin with is stored.')
      }
      storeLabel={(sheetYear) => `Store what begins in ${sheetYear}`}
      patternName="initial-equity"
    />
  )
}
