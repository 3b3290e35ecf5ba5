import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { DocumentPane } from '#ground/files/web/index.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Panes } from '#ui/frame/Panes.tsx'
import { placeOnWay } from '#ui/frame/way.ts'
import { openPath } from '../../model/review.ts'
import { keyOf } from '../../model/reviewed.ts'
import type { StepProps } from '../NextSteps.tsx'
import { MessagesPanel, RecordHistory } from '../panels.tsx'
import styles from './desk.module.css'
import { Pager } from './Pager.tsx'
import { AskProvider, type Drawer, SelectionProvider, useAskFor, useDeskAddress, useLookedAt } from './useDesk.ts'

const ROOM = '(min-width: 1100px)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(ROOM)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const useRoom = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(ROOM).matches)

/**
 * A record as the agency works on it: what was filed and what is decided on the left, the documents on the right, or below
 * the line they belong to; messages and history over them; a bar that stays. `children` is given the place of the bar.
 */
export const Desk = (props: DeskProps) => (
  <AskProvider value={useRef(null)}>
    <Working {...props} />
  </AskProvider>
)

type DeskProps = StepProps & { children: (bar: (content: ReactNode) => ReactNode) => ReactNode }

function Working({ children, ...props }: DeskProps) {
  const { review, detail, pages, refresh } = props
  const { line, files, document, open, set } = useLookedAt(review, detail, pages.placesDocuments === true)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const wide = useRoom()
  const askFor = useAskFor(detail)
  const documents = (line !== undefined || files.length > 0) && (
    <DocumentPane
      title={line?.title ?? 'Documents'}
      files={files}
      shown={document}
      onShow={(fileId) => set({ document: fileId })}
      onAsk={askFor ? () => askFor(line ? `Please add to ${line.title.toLowerCase()}: ` : 'Please add: ') : undefined}
    />
  )
  const below = !wide && line !== undefined
  const selection = useMemo(
    () => ({
      selected: line?.key ?? null,
      select: (key: number) => set({ item: key, document: null }),
      below: below ? documents : null,
    }),
    [line?.key, set, below, documents],
  )
  const side = (
    <>
      {open && <OpenDrawer {...props} open={open} onClose={() => set({ open: null })} />}
      {!open && !below && documents}
      {!open && pages.Beside && (
        <div className={styles.beside}>
          <pages.Beside detail={detail} refresh={refresh} />
        </div>
      )}
    </>
  )
  const bar = (content: ReactNode) => place && createPortal(<BarRow {...props}>{content}</BarRow>, place)
  return (
    <SelectionProvider value={selection}>
      <Panes
        left={children(bar)}
        right={open || pages.Beside || documents ? side : null}
        label="documents"
        bar={<div ref={setPlace} />}
      />
    </SelectionProvider>
  )
}

const BarRow = ({ review, detail, children }: StepProps & { children: ReactNode }) => (
  <div className={styles.bar}>
    {children}
    <Pager review={review} detail={detail} />
  </div>
)

/** What opens messages and history over the documents; Escape closes them, and then leads back to the list. */
export function Handles({ review, detail }: Pick<StepProps, 'review' | 'detail'>) {
  const { open, set } = useDeskAddress()
  const navigate = useNavigate()
  const toggle = (drawer: Drawer) => set({ open: open === drawer ? null : drawer })
  const drawers = detail.propertyId == null ? (['history'] as const) : (['messages', 'history'] as const)
  const leave = () => {
    if (open) set({ open: null })
    else if (isAtWork()) void navigate(placeOnWay(openPath(review, detail))?.list ?? review.routes.queue)
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

/** Whether the focus is on the record: Escape in a menu of the frame is the menu's. */
function isAtWork(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.closest('main') !== null
}

const labels: Readonly<Record<Drawer, string>> = { messages: 'Messages', history: 'History' }

function OpenDrawer({ review, detail, open, onClose }: StepProps & { open: Drawer; onClose: () => void }) {
  return (
    <div className={styles.drawer} key={`${open} ${keyOf(review.entity, detail)}`}>
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
