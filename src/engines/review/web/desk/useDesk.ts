import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
} from 'react'
import { useSearchParams } from 'react-router'
import { agency } from '#kernel/model/access.ts'
import { useMay } from '#ui/frame/hooks.ts'
import type { AnyReview } from '../../model/review.ts'
import { getReviewKey } from '../../model/reviewed.ts'
import type { AnyDetail } from '../pages.ts'

/** The drawer that can open over the documents. */
export type Drawer = 'messages' | 'history'

/**
 * Reads and changes the query of a record's address: the selected line, its document, and the open drawer.
 */
export function useDeskAddress() {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (change: Readonly<Record<string, string | number | null>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(change))
            if (value === null) after.delete(name)
            else after.set(name, String(value))
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const number = (name: string): number | null => Number(params.get(name)) || null
  const open = params.get('open')
  return {
    item: number('item'),
    document: number('document'),
    open: open === 'messages' || open === 'history' ? (open as Drawer) : null,
    set,
  }
}

type Line = { key: number; title: string }

/** Returns the lines of a record with their titles, in their order. */
function getLines(review: AnyReview, detail: AnyDetail): readonly Line[] {
  const [kind] = Object.entries(review.lines ?? {})
  if (!kind) return []
  const [field, entity] = kind
  return (detail[field] as object[]).map((line, index) => ({
    key: getReviewKey(entity, line),
    title: `${entity.label} ${index + 1}`,
  }))
}

/** The selected line of a record, for the parts of the screen that the subject provides. */
export type Selection = {
  selected: number | null
  select: (key: number) => void
  /** The documents to show below the line; null if they are shown next to it. */
  below: ReactNode
}

const SelectionContext = createContext<Selection | null>(null)
export const SelectionProvider = SelectionContext.Provider

/**
 * Returns the selected line; null on screens without documents next to the lines, such as those of companies.
 */
export const useSelection = (): Selection | null => useContext(SelectionContext)

/** Opens the dialog that asks the company for documents, with this initial text. */
type Ask = (text: string) => void
const AskContext = createContext<RefObject<Ask | null> | null>(null)
export const AskProvider = AskContext.Provider

/**
 * Registers the function that opens the dialog for questions, so that other parts of the screen can call it.
 */
export function useRegisterAsk(ask: Ask): void {
  const askRef = useContext(AskContext)
  useEffect(() => {
    if (askRef) askRef.current = ask
  })
}

/** Returns the function that asks the company for documents; null if the company cannot be asked now. */
export function useAskFor({ canAsk }: AnyDetail): Ask | null {
  const askRef = useContext(AskContext)
  const may = useMay({ access: agency('write') })
  return askRef && may && canAsk ? (text) => askRef.current?.(text) : null
}

/**
 * Returns the selected line, if the lines of this kind have documents, and the documents to show: those of
 * the line before those of the record itself.
 */
export function useSelectedLine(review: AnyReview, detail: AnyDetail, byLine: boolean) {
  const address = useDeskAddress()
  const lines = useMemo(() => (byLine ? getLines(review, detail) : []), [byLine, review, detail])
  const line = lines.find(({ key }) => key === address.item) ?? lines[0]
  const lineFiles = detail.files.filter(({ itemId }) => itemId !== null && itemId === line?.key)
  const recordFiles = detail.files.filter(({ itemId }) => itemId === null)
  return { ...address, line, files: line ? [...lineFiles, ...recordFiles] : detail.files }
}
