import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatNumber } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { type ExportStore, ExportStoreContext, type FileKind, type LongList } from '#ui/table/exportStore.ts'
import { beginExport, getExportLimits, getMyExports } from '../model/calls.ts'
import styles from './exports.module.css'
import { ExportButtons } from './steps.tsx'
import { describeProgress, isInProgress } from './words.ts'

const allExports = { label: 'My exports', to: '/Exports' }
/** The calls of the lists that were exported in the background since the page was loaded. */
const ExportedCallsContext = createContext<ReadonlySet<string>>(new Set())

/** Lets the lists inside it export very many rows in the background. */
export function ExportStores({ children }: { children: ReactNode }) {
  const send = useSend(beginExport, { quiet: true })
  const [exportedCalls, setExportedCalls] = useState<ReadonlySet<string>>(new Set())
  const { pathname, search } = useLocation()
  const address = useRef('')
  address.current = pathname + search
  const begin = useCallback(
    async (format: FileKind, { total, columns, ...list }: LongList) => {
      try {
        await send({ body: { ...list, columns: [...columns], format, askedFrom: address.current } })
        setExportedCalls((before) => new Set([...before, list.callPath]))
        notify(
          `${list.title}: ${formatNumber(total)} rows are being prepared. You will get a message when the file is ready.`,
        )
      } catch (error) {
        notify(refusalWords(error).join(' '), { kind: 'warning' })
      }
    },
    [send],
  )
  const store = useMemo<ExportStore>(
    () => ({
      begin,
      save: async (kind, list, atOnce) => {
        // If the limit cannot be loaded, the file is created in the browser.
        const limits = await ask(getExportLimits, {}, { quiet: true }).catch(() => null)
        await (limits && list.total > limits.atOnceRows ? begin(kind, list) : atOnce())
      },
      UnderWay: LatestExport,
      all: allExports,
    }),
    [begin],
  )
  return (
    <ExportedCallsContext value={exportedCalls}>
      <ExportStoreContext value={store}>{children}</ExportStoreContext>
    </ExportedCallsContext>
  )
}

/** The latest export of a list since the page was loaded, shown at the list. */
function LatestExport({ callPath }: { callPath: string }) {
  const isExported = useContext(ExportedCallsContext).has(callPath)
  const { data } = useQuery({ ...buildCallQuery(getMyExports, {}), enabled: isExported })
  const line = isExported ? data?.find((item) => item.callPath === callPath) : undefined
  if (!line || !(isInProgress(line) || line.state === 'Ready' || line.state === 'Failed')) return null
  return (
    <span className={styles.underWay} role="status">
      <Link to={allExports.to}>
        {line.format}, {line.state.toLowerCase()}
      </Link>
      <span>{describeProgress(line)}</span>
      <ExportButtons line={line} brief />
    </span>
  )
}
