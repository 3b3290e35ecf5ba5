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
 * The address of a record has, in addition to the record, the selected line, its document, and the open
 * drawer.
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

/** The lines of a record, in their order. */
function getLines(review: AnyReview, detail: AnyDetail): readonly Line[] {
  const [kind] = Object.entries(review.lines ?? {})
  if (!kind) return []
  const [field, entity] = kind
  return (detail[field] as object[]).map((line, index) => ({
    key: getReviewKey(entity, line),
    title: `${entity.label} ${index + 1}`,
  }))
}

/** The line of a record that is looked at, for a subject's part of the screen. */
export type Selection = {
  selected: number | null
  select: (key: number) => void
  /** The documents, where they are below the line; null where they are next to it. */
  below: ReactNode
}

const SelectionContext = createContext<Selection | null>(null)
export const SelectionProvider = SelectionContext.Provider

/** The selected line; null where the screen shows no documents next to its lines, as for companies. */
export const useSelection = (): Selection | null => useContext(SelectionContext)

/** Asks the company for documents, with words to begin with. */
type Ask = (text: string) => void
const AskContext = createContext<RefObject<Ask | null> | null>(null)
export const AskProvider = AskContext.Provider

/** Lets parts of a record ask for documents through its questions, which are elsewhere on the screen. */
export function useAskedHere(ask: Ask): void {
  const refObject = useContext(AskContext)
  useEffect(() => {
    if (refObject) refObject.current = ask
  })
}

/** How a part of a record asks for documents; null where its company cannot be asked now. */
export function useAskFor({ canAsk }: AnyDetail): Ask | null {
  const refObject = useContext(AskContext)
  const may = useMay({ access: agency('write') })
  return refObject && may && canAsk ? (text) => refObject.current?.(text) : null
}

/**
 * The line that is looked at, where a subject's lines have documents of their own, and the documents to show
 * for it: its own before those of the whole record.
 */
export function useLookedAt(review: AnyReview, detail: AnyDetail, byLine: boolean) {
  const address = useDeskAddress()
  const lines = useMemo(() => (byLine ? getLines(review, detail) : []), [byLine, review, detail])
  const line = lines.find(({ key }) => key === address.item) ?? lines[0]
  const matchingFiles = detail.files.filter(({ itemId }) => itemId !== null && itemId === line?.key)
  const files = detail.files.filter(({ itemId }) => itemId === null)
  return { ...address, line, files: line ? [...matchingFiles, ...files] : detail.files }
}
