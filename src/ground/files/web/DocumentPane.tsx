import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { formatFileSize } from '#kernel/model/formats.ts'
import { canPreview } from '#ui/form/files.ts'
import { IconDownload } from '#ui/frame/icons.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { moveFocus } from '#ui/frame/rovingFocus.ts'
import type { Attached } from '../model/index.ts'
import { loadFile } from './content.ts'
import styles from './DocumentPane.module.css'
import { openDocument } from './openDocument.ts'

const isPhoto = ({ contentType }: Attached): boolean => contentType.startsWith('image/')
/** A document that was looked at is not fetched again for a while. */
const KEPT = 600_000

/**
 * Documents to look at beside one's work: one is shown in the page, the others are tabs above it, photos a strip below.
 * `p` and `P` go to the next and the one before, `f` to the photos.
 */
export function DocumentPane({
  title,
  files,
  shown,
  onShow,
  onAsk,
}: {
  /** What they belong to, such as "Item 2". */
  title: string
  files: readonly Attached[]
  /** The id of the one that is chosen; the first stands when none of them is. */
  shown: number | null
  onShow: (fileId: number) => void
  /** Asks who sent them for more, where they can be asked. */
  onAsk?: (() => void) | undefined
}) {
  const id = useId()
  const photos = files.filter(isPhoto)
  const papers = files.filter((file) => !isPhoto(file))
  const inOrder = [...papers, ...photos]
  const at = Math.max(
    0,
    inOrder.findIndex(({ fileId }) => fileId === shown),
  )
  const file = inOrder[at]
  const go = (by: number) => {
    const next = inOrder[(at + by + inOrder.length) % inOrder.length]
    if (next) onShow(next.fileId)
  }
  useKeys('Documents', [
    { key: 'p', label: 'Next document', run: () => go(1) },
    { key: 'P', label: 'Document before', run: () => go(-1) },
    { key: 'f', label: 'To the photos', run: () => document.getElementById(`${id}-photo-0`)?.focus() },
  ])
  return (
    <section aria-label={`Documents of ${title}`} className={styles.desk}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {papers.length > 0 && <PaperTabs id={id} papers={papers} file={file} onShow={onShow} />}
        {onAsk && (
          <Button size="compact-sm" variant="subtle" className={styles.ask} onClick={onAsk} data-noprint>
            Ask for documents…
          </Button>
        )}
        {file && <Deeds file={file} onStep={inOrder.length > 1 ? go : undefined} />}
      </div>
      <div id={`${id}-shown`} className={styles.paper}>
        {file ? <Paper key={file.fileId} file={file} /> : <p className={styles.words}>No documents are attached.</p>}
      </div>
      {photos.length > 0 && <Photos id={id} photos={photos} file={file} onShow={onShow} />}
    </section>
  )
}

type Choice = { id: string; file: Attached | undefined; onShow: (fileId: number) => void }

function PaperTabs({ id, papers, file, onShow }: Choice & { papers: readonly Attached[] }) {
  const reached = file && papers.includes(file) ? file : papers[0]
  return (
    <div role="tablist" aria-label="Documents" className={styles.tabs} onKeyDown={choose}>
      {papers.map((paper) => (
        <button
          key={paper.fileId}
          type="button"
          role="tab"
          aria-selected={paper === file}
          aria-controls={`${id}-shown`}
          tabIndex={paper === reached ? 0 : -1}
          title={paper.fileName}
          onClick={() => onShow(paper.fileId)}
        >
          {paper.documentType ?? paper.fileName}
        </button>
      ))}
    </div>
  )
}

function Photos({ id, photos, file, onShow }: Choice & { photos: readonly Attached[] }) {
  return (
    <ul className={styles.photos} aria-label="Photos">
      {photos.map((photo, index) => (
        <li key={photo.fileId}>
          <button
            id={`${id}-photo-${index}`}
            type="button"
            aria-pressed={photo === file}
            onClick={() => onShow(photo.fileId)}
          >
            <Picture file={photo} />
            <span>{photo.fileName}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const choose = (event: KeyboardEvent<HTMLElement>) => moveFocus(event)?.click()

function Deeds({ file, onStep }: { file: Attached; onStep: ((by: number) => void) | undefined }) {
  const { address } = useContent(file)
  return (
    <div className={styles.deeds}>
      {onStep && (
        <>
          <button type="button" aria-label="Document before" title="Document before (P)" onClick={() => onStep(-1)}>
            ‹
          </button>
          <button type="button" aria-label="Next document" title="Next document (p)" onClick={() => onStep(1)}>
            ›
          </button>
        </>
      )}
      <button type="button" onClick={() => openDocument(file)} title={`Open ${file.fileName} in a new tab`}>
        New tab
      </button>
      {address && (
        <a href={address} download={file.fileName} aria-label={`Download ${file.fileName}`} title="Download">
          <IconDownload size={16} aria-hidden />
        </a>
      )}
    </div>
  )
}

/** The content of a document as an address of this page; given back when nobody shows it any more. */
function useContent({ fileId }: Attached) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['paper', fileId],
    queryFn: () => loadFile({ id: fileId }),
    staleTime: KEPT,
    gcTime: KEPT,
  })
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return { address: data ? address : null, isError, refetch }
}

/** One document: a picture or a PDF in the page; of others, and where a browser shows no PDF, the way to it. */
function Paper({ file }: { file: Attached }) {
  const { address, isError, refetch } = useContent(file)
  if (isError)
    return (
      <p role="alert" className={styles.words}>
        {file.fileName} could not be loaded.{' '}
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  const isPicture = isPhoto(file) && canPreview(file.contentType)
  const isShown = isPicture || (file.contentType === 'application/pdf' && navigator.pdfViewerEnabled)
  if (!isShown) return <Elsewhere file={file} />
  if (!address) return <div className={styles.sheet} role="status" aria-label={`Loading ${file.fileName}`} />
  if (isPicture) return <img src={address} alt={file.fileName} />
  return <iframe src={`${address}#view=FitH&navpanes=0`} title={file.fileName} />
}

const Elsewhere = ({ file }: { file: Attached }) => (
  <p className={styles.words}>
    {file.fileName} ({formatFileSize(file.sizeBytes)}) cannot be shown in this page.{' '}
    <Button size="xs" variant="default" onClick={() => openDocument(file)}>
      Open it
    </Button>
  </p>
)

function Picture({ file }: { file: Attached }) {
  const { address } = useContent(file)
  return address ? <img src={address} alt="" /> : <span className={styles.sheet} aria-hidden />
}
