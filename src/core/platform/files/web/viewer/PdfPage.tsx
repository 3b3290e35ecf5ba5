import { useEffect, useRef, useState } from 'react'
import { clearHighlights, findRanges, highlight } from './find.ts'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from './pdf.ts'
import type { Zoom } from './Tools.tsx'
import type { SearchMatch } from './useFind.ts'
import styles from './viewer.module.css'

/**
 * The size of a page in points as displayed. Pages that were not read yet are laid out with the first
 * page's size.
 */
export type PageSize = { width: number; height: number }

type Props = {
  document: PDFDocumentProxy
  /** The page number, from 1. */
  number: number
  first: PageSize
  zoom: Zoom
  /** The width in pixels that a page may take. */
  availableWidth: number
  /** The rotation in degrees, a multiple of 90. */
  turned: number
  /** The search text, and the current match if it is on this page. */
  words: string
  hit: SearchMatch | null
}

/** Pages this far above and below the visible area are rendered ahead. */
const AHEAD = '600px'

/** The scale of a page in pixels per point. */
export const getScale = (zoom: Zoom, size: PageSize, room: number): number =>
  zoom === 'width' ? Math.max(0.1, room / size.width) : zoom * PIXELS_PER_POINT
const PIXELS_PER_POINT = 96 / 72

/**
 * One page: an empty frame while it is far from the visible area, otherwise rendered, with its text over it
 * for selection and search.
 */
export function PdfPage({ document, number, first, zoom, availableWidth: room, turned, words, hit }: Props) {
  const place = useRef<HTMLElement>(null)
  const near = useNear(place)
  const page = usePage(document, number, near || hit !== null)
  const viewport = page?.getViewport({ scale: 1, rotation: (page.rotate + turned) % 360 })
  const size = viewport ?? (turned % 180 === 0 ? first : { width: first.height, height: first.width })
  const scale = getScale(zoom, size, room)
  return (
    <figure
      ref={place}
      className={styles.page}
      data-page={number}
      aria-label={`Page ${number} of ${document.numPages}`}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      {page && (near || hit) && (
        <RenderedPage
          key={`${scale} ${turned}`}
          page={page}
          scale={scale}
          turned={turned}
          words={words}
          hit={hit}
        />
      )}
    </figure>
  )
}

function useNear(place: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const root = element.parentElement
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root,
      rootMargin: AHEAD,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return near
}

function usePage(document: PDFDocumentProxy, number: number, isWanted: boolean): PDFPageProxy | null {
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let current = true
    document.getPage(number).then(
      (read) => current && setPage(read),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [document, number, isWanted])
  return page
}

type RenderedPageProps = Pick<Props, 'turned' | 'words' | 'hit'> & { page: PDFPageProxy; scale: number }

/** The greatest number of pixels of a canvas, because browsers fail on larger ones. */
const MAX_PIXELS = 16_000_000

function RenderedPage({ page, scale, turned, words, hit }: RenderedPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  const [readable, setReadable] = useState(false)
  useEffect(() => {
    const viewport = page.getViewport({ scale, rotation: (page.rotate + turned) % 360 })
    const dots = Math.min(devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)))
    const task = page.render({
      canvas: canvas.current,
      viewport: scaleCanvas(canvas.current, viewport, dots),
    })
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text.current!,
      viewport,
    })
    let current = true
    task.promise.then(
      () => current && setState('drawn'),
      () => current && setState('failed'),
    )
    layer.render().then(
      () => current && setReadable(true),
      () => undefined,
    )
    return () => {
      current = false
      task.cancel()
      layer.cancel()
      text.current?.replaceChildren()
    }
  }, [page, scale, turned])
  useMarks(text, readable, words, hit)
  return (
    <>
      <canvas ref={canvas} data-drawn={state === 'drawn' || undefined} />
      <div ref={text} className={styles.text} style={{ ['--total-scale-factor' as string]: scale }} />
      {state === 'failed' && (
        <p className={styles.note}>This page cannot be shown. Download the file to see it.</p>
      )}
    </>
  )
}

/** Sets the canvas to this resolution, and returns the viewport in it. */
function scaleCanvas(
  canvas: HTMLCanvasElement | null,
  viewport: ReturnType<PDFPageProxy['getViewport']>,
  dots: number,
) {
  if (canvas) {
    canvas.width = Math.floor(viewport.width * dots)
    canvas.height = Math.floor(viewport.height * dots)
  }
  return viewport.clone({ scale: viewport.scale * dots })
}

/** Marks the matches on the page and scrolls the current one into view. */
function useMarks(
  text: React.RefObject<HTMLElement | null>,
  readable: boolean,
  label: string,
  hit: SearchMatch | null,
): void {
  const nth = hit?.indexOnPage
  useEffect(() => {
    if (!readable || nth === undefined || !text.current) return
    const ranges = findRanges(text.current, label)
    const current = ranges[nth]
    highlight(ranges, current)
    current?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
    return clearHighlights
  }, [text, readable, label, nth])
}
