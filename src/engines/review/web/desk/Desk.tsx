import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { DocumentPane } from '#core/platform/files/web/index.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Panes } from '#ui/frame/Panes.tsx'
import { placeInOrder } from '#ui/frame/recordOrder.ts'
import { getPreviousScreen } from '#ui/frame/visits.ts'
import { openPath } from '../../model/review.ts'
import { getReviewKey } from '../../model/reviewed.ts'
import type { StepProps } from '../NextSteps.tsx'
import { MessagesPanel, RecordHistory } from '../panels.tsx'
import styles from './desk.module.css'
import { Pager } from './Pager.tsx'
import {
  AskProvider,
  type Drawer,
  SelectionProvider,
  useAskFor,
  useDeskAddress,
  useSelectedLine,
} from './useDesk.ts'

/** The media query for screens that are wide enough for two panes. */
const WIDE_SCREEN = '(min-width: 1100px)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE_SCREEN)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE_SCREEN).matches)

/**
 * The layout in which the agency works on a record: content and decision on the left, documents on the right
 * or below their line, drawers for messages and history over them, and a fixed bar. `children` is a function
 * that gets a function to render the bar.
 */
export const Desk = (props: DeskProps) => (
  <AskProvider value={useRef(null)}>
    <DeskPanes {...props} />
  </AskProvider>
)

type DeskProps = StepProps & {
  children: (bar: (content: ReactNode) => ReactNode) => ReactNode
  /** The other parts of the record, on the right (`isApart`) if nothing else is there, otherwise below. */
  rest: (isApart: boolean) => ReactNode
}

function DeskPanes({ children, rest, ...props }: DeskProps) {
  const { review, detail, pages } = props
  const { line, files, document, open, set } = useSelectedLine(review, detail, pages.placesDocuments === true)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const wide = useIsWide()
  const askFor = useAskFor(detail)
  const documents = pages.documentsAside !== false && (line !== undefined || files.length > 0) && (
    <DocumentPane
      title={line?.title ?? 'Documents'}
      files={files}
      shownId={document}
      onShow={(fileId) => set({ document: fileId })}
      onAsk={
        askFor
          ? () => askFor(line ? `Please add to ${line.title.toLowerCase()}: ` : 'Please add: ')
          : undefined
      }
    />
  )
  const below = !wide && line !== undefined
  const isFilled = pages.FiledForm !== undefined || documents !== false
  // This is decided only once, so that adding a document does not move parts with typed values.
  const [isApart] = useState(!isFilled && !pages.isSheet)
  const selection = useMemo(
    () => ({
      selected: line?.key ?? null,
      select: (key: number) => set({ item: key, document: null }),
      below: below ? documents : null,
    }),
    [line?.key, set, below, documents],
  )
  const side = (
    <Side {...props} open={open} onClose={() => set({ open: null })} rest={isApart ? rest(true) : null}>
      {!isApart && !below && documents}
    </Side>
  )
  const bar = (content: ReactNode) => place && createPortal(<BarRow {...props}>{content}</BarRow>, place)
  return (
    <SelectionProvider value={selection}>
      <Panes
        left={
          <>
            {children(bar)}
            {!isApart && rest(false)}
          </>
        }
        right={isApart || open || isFilled ? side : null}
        label={isApart ? 'what else there is' : 'documents'}
        bar={<div ref={setPlace} />}
      />
    </SelectionProvider>
  )
}

type SideProps = StepProps & {
  open: Drawer | null
  onClose: () => void
  rest: ReactNode
  children: ReactNode
}

/**
 * The right pane: the open drawer over the documents, a long form, or the other parts of the record.
 */
function Side({ open, onClose, rest, children, ...props }: SideProps) {
  const { pages, detail, refresh } = props
  return (
    <>
      {open && <OpenDrawer {...props} open={open} onClose={onClose} />}
      {rest && <div className={open ? styles.covered : styles.aside}>{rest}</div>}
      {!open && children}
      {!open && pages.FiledForm && (
        <div className={styles.aside}>
          <pages.FiledForm detail={detail} refresh={refresh} />
        </div>
      )}
    </>
  )
}

const BarRow = ({ review, pages, detail, children }: StepProps & { children: ReactNode }) => (
  <div className={styles.bar}>
    {children}
    <Pager review={review} pages={pages} detail={detail} />
  </div>
)

/**
 * The buttons that open messages and history. Escape closes the open drawer, and then leads back to the list.
 */
export function Handles({ review, detail }: Pick<StepProps, 'review' | 'detail'>) {
  const { open, set } = useDeskAddress()
  const navigate = useNavigate()
  const toggle = (drawer: Drawer) => set({ open: open === drawer ? null : drawer })
  // If the list is the previous screen, go back in the browser's history, so that it appears as it was left.
  const backTo = (list: string) =>
    void (getPreviousScreen() === list.split('?', 1)[0] ? navigate(-1) : navigate(list))
  const drawers = detail.propertyId == null ? (['history'] as const) : (['messages', 'history'] as const)
  const leave = () => {
    if (open) set({ open: null })
    else if (hasRecordFocus()) backTo(placeInOrder(openPath(review, detail))?.list ?? review.routes.queue)
  }
  useKeys('This record', [
    ...drawers.map((drawer) => ({ key: drawer.charAt(0), label: labels[drawer], run: () => toggle(drawer) })),
    { key: 'Escape', label: 'Back to the list', run: leave },
  ])
  return (
    <div className={styles.handles} data-noprint>
      {drawers.map((drawer) => (
        <button key={drawer} type="button" aria-expanded={open === drawer} onClick={() => toggle(drawer)}>
          {labels[drawer]}
        </button>
      ))}
    </div>
  )
}

/**
 * Whether the focus is on the record and not, for example, in a menu of the frame that handles Escape itself.
 */
function hasRecordFocus(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.closest('main') !== null
}

const labels: Readonly<Record<Drawer, string>> = { messages: 'Messages', history: 'History' }

type DrawerProps = Pick<StepProps, 'review' | 'detail'> & { open: Drawer; onClose: () => void }

/**
 * The open drawer of messages or history above the record, on a company's screens. In print they are at the
 * end of the record.
 */
export function TopDrawer(props: Pick<StepProps, 'review' | 'detail'>) {
  const { open, set } = useDeskAddress()
  return open && <OpenDrawer {...props} open={open} onClose={() => set({ open: null })} />
}

const intoView = (drawer: HTMLElement | null): void => drawer?.scrollIntoView({ block: 'nearest' })

function OpenDrawer({ review, detail, open, onClose }: DrawerProps) {
  return (
    <div
      className={styles.drawer}
      key={`${open} ${getReviewKey(review.entity, detail)}`}
      ref={intoView}
      data-noprint
    >
      <button type="button" className={styles.close} onClick={onClose}>
        Close {labels[open].toLowerCase()}
      </button>
      {open === 'messages' ? (
        <MessagesPanel review={review} detail={detail} opened />
      ) : (
        <RecordHistory review={review} detail={detail} opened />
      )}
    </div>
  )
}
