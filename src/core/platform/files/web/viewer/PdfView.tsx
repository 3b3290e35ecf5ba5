import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useKeys } from '#ui/frame/keys.ts'
import { FindBar } from './FindBar.tsx'
import { getScale, type PageSize, PdfPage } from './PdfPage.tsx'
import { loadPageText, openPdf, type PDFDocumentProxy, PdfError, type PdfProblem } from './pdf.ts'
import { getNextZoom, getZoomKeys, keyboardScrollable, Tool, type Zoom, ZoomTools } from './Tools.tsx'
import { useFind } from './useFind.ts'
import { useWidth } from './useWidth.ts'
import styles from './viewer.module.css'

type Props = {
  content: Blob
  name: string
  /** Renders the reason instead when the file cannot be displayed. */
  renderFailure: (reason: string) => ReactNode
}

const reasons: Readonly<Record<PdfProblem, string>> = {
  protected: 'is protected by a password',
  damaged: 'is damaged or no PDF',
  slow: 'takes too long to be read here',
}

type OpenedPdf = { document: PDFDocumentProxy; first: PageSize; hasText: boolean }

/**
 * Shows a PDF in the page: pages are rendered while scrolling, can be zoomed and rotated, and their text
 * can be searched.
 */
export default function PdfView({ content, name, renderFailure: failed }: Props) {
  const [pdfState, setPdfState] = useState<OpenedPdf | PdfProblem | null>(null)
  useEffect(() => {
    let current = true
    let close = () => {}
    const open = async () => {
      const pdf = await openPdf(content)
      close = pdf.close
      if (!current) return close()
      const read = await loadStart(pdf.document)
      if (current) setPdfState(read)
    }
    open().catch(
      (error: unknown) => current && setPdfState(error instanceof PdfError ? error.problem : 'damaged'),
    )
    return () => {
      current = false
      close()
    }
  }, [content])
  if (typeof pdfState === 'string') return failed(reasons[pdfState])
  if (!pdfState) return <div className={styles.waiting} role="status" aria-label={`Loading ${name}`} />
  return <Pages {...pdfState} name={name} />
}

/** How many pages are read to tell a scan from a text. */
const SAMPLED_PAGES = 3

async function loadStart(document: PDFDocumentProxy): Promise<OpenedPdf> {
  const page = await document.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  let hasText = false
  for (let number = 1; number <= Math.min(document.numPages, SAMPLED_PAGES) && !hasText; number += 1)
    hasText = (await loadPageText(await document.getPage(number))).trim() !== ''
  return { document, first: { width, height }, hasText }
}

const MARGIN = 24

function Pages({ document, first, hasText, name }: OpenedPdf & { name: string }) {
  const place = useRef<HTMLElement>(null)
  const room = useWidth(place) - MARGIN
  const { zoom, turned, act } = useSizes(first, room)
  const { page, go } = useCurrentPage(place, document.numPages)
  const { find, open, bar, hit } = useFinding(document)
  useKeys('Documents', [
    { key: '.', label: 'Next page', run: () => go(1) },
    { key: ',', label: 'Page before', run: () => go(-1) },
    { key: 'F', label: 'Find in the document', run: open },
    ...getZoomKeys(act.onZoom, act.onFit, act.onTurn),
  ])
  const handleKey = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f'
    if (!isFind && (event.key !== '/' || event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    open()
  }
  return (
    <section className={styles.viewer} aria-label={name} onKeyDown={handleKey}>
      <div className={styles.bar}>
        <PageSteps page={page} count={document.numPages} onStep={go} />
        <ZoomTools {...act} />
        <FindTool hasText={hasText} onOpen={open} />
      </div>
      {hasText && bar}
      <section ref={place} className={styles.room} {...keyboardScrollable} aria-label="Pages">
        {room > 0 &&
          Array.from({ length: document.numPages }, (_, index) => (
            <PdfPage
              key={index}
              document={document}
              first={first}
              zoom={zoom}
              availableWidth={room}
              turned={turned}
              number={index + 1}
              words={find.words}
              hit={hit?.page === index + 1 ? hit : null}
            />
          ))}
      </section>
    </section>
  )
}

function FindTool({ hasText, onOpen }: { hasText: boolean; onOpen: () => void }) {
  if (!hasText) return <span className={styles.scan}>A scan without text: its words cannot be searched.</span>
  return (
    <Tool label="Find in the document" shortcut="F" onClick={onOpen}>
      Find
    </Tool>
  )
}

/** The zoom and the rotation of the pages, with functions to change them. */
function useSizes(first: PageSize, room: number) {
  const [zoom, setZoom] = useState<Zoom>('width')
  const [turned, setTurned] = useState(0)
  const size = turned % 180 === 0 ? first : { width: first.height, height: first.width }
  const act = {
    onZoom: (direction: 1 | -1) =>
      setZoom(getNextZoom(getScale(zoom, size, room) * POINTS_PER_PIXEL, direction)),
    onFit: () => setZoom('width'),
    onTurn: () => setTurned((turned + 90) % 360),
  }
  return { zoom, turned, act }
}
const POINTS_PER_PIXEL = 72 / 96

const PageSteps = ({
  page,
  count,
  onStep,
}: {
  page: number
  count: number
  onStep: (direction: 1 | -1) => void
}) => (
  <span className={styles.group}>
    <Tool label="Page before" shortcut="," disabled={page <= 1} onClick={() => onStep(-1)}>
      ↑
    </Tool>
    <span>
      Page {page} of {count}
    </span>
    <Tool label="Next page" shortcut="." disabled={page >= count} onClick={() => onStep(1)}>
      ↓
    </Tool>
  </span>
)

/**
 * The number of the page in the upper part of the visible area, from 1, with a function that scrolls to the
 * next or previous page.
 */
function useCurrentPage(place: RefObject<HTMLElement | null>, count: number) {
  const [page, setPage] = useState(1)
  useEffect(() => {
    const room = place.current
    if (!room) return
    const updatePage = () => {
      const line = room.scrollTop + room.clientHeight / 3
      const below = [...room.children].findIndex((element) => {
        const { offsetTop, offsetHeight } = element as HTMLElement
        return offsetTop + offsetHeight >= line
      })
      setPage(below < 0 ? count : below + 1)
    }
    room.addEventListener('scroll', updatePage, { passive: true })
    return () => room.removeEventListener('scroll', updatePage)
  }, [place, count])
  const go = (direction: 1 | -1) => {
    const next = Math.min(count, Math.max(1, page + direction))
    const target = place.current?.children[next - 1] as HTMLElement | undefined
    if (target) place.current?.scrollTo({ top: target.offsetTop - 8 })
    setPage(next)
  }
  return { page, go }
}

/** The search within a document. Its bar is closed until the user opens it. */
function useFinding(document: PDFDocumentProxy) {
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { typed: input, setTyped, found: find, step } = useFind(document)
  const close = () => {
    setOpen(false)
    setTyped('')
  }
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const open = () => {
    setOpen(true)
    field.current?.select()
    field.current?.focus()
  }
  const bar = isOpen && (
    <FindBar field={field} typed={input} found={find} onType={setTyped} onStep={step} onClose={close} />
  )
  return { find: find, open, bar, hit: find.matches[find.currentIndex] ?? null }
}
