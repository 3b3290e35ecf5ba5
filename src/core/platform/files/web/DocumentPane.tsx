import { Button } from '@mantine/core'
import { type KeyboardEvent, Suspense, useId, useState } from 'react'
import { formatFileSize } from '#kernel/model/formats.ts'
import { IconDownload } from '#ui/frame/icons.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { later } from '#ui/frame/later.tsx'
import { moveFocus } from '#ui/frame/rovingFocus.ts'
import type { AttachedFile } from '../model/index.ts'
import styles from './DocumentPane.module.css'
import { openDocument } from './openDocument.ts'
import { useContent } from './useContent.ts'

// The viewers are only fetched when the first document is opened.
const PdfView = later(async () => (await import('./viewer/PdfView.tsx')).default)
const PictureView = later(async () => (await import('./viewer/PictureView.tsx')).default)

const isPhoto = ({ contentType }: AttachedFile): boolean => contentType.startsWith('image/')

/**
 * Shows the documents of a record next to the work on it: one of them in the page, the others as tabs above
 * it, photos in a strip below. The keys `p` and `P` go to the next and the previous one, `f` to the photos.
 */
export function DocumentPane({
  title,
  files,
  shownId: shown,
  onShow,
  onAsk,
}: {
  /** The name of the record or line they belong to, such as "Item 2". */
  title: string
  files: readonly AttachedFile[]
  /** The id of the selected document; the first is shown when none matches. */
  shownId: number | null
  onShow: (fileId: number) => void
  /** Asks the sender for more documents; left out if the sender cannot be asked. */
  onAsk?: (() => void) | undefined
}) {
  const id = useId()
  const photos = files.filter(isPhoto)
  const papers = files.filter((file) => !isPhoto(file))
  const inOrder = [...papers, ...photos]
  const index = Math.max(
    0,
    inOrder.findIndex(({ fileId }) => fileId === shown),
  )
  const file = inOrder[index]
  const step = (offset: number) => {
    const next = inOrder[(index + offset + inOrder.length) % inOrder.length]
    if (next) onShow(next.fileId)
  }
  useKeys('Documents', [
    { key: 'p', label: 'Next document', run: () => step(1) },
    { key: 'P', label: 'Document before', run: () => step(-1) },
    { key: 'f', label: 'To the photos', run: () => document.getElementById(`${id}-photo-0`)?.focus() },
  ])
  return (
    <section aria-label={`Documents of ${title}`} className={styles.desk} data-noprint>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {papers.length > 0 && <PaperTabs id={id} papers={papers} file={file} onShow={onShow} />}
        {onAsk && (
          <Button size="compact-sm" variant="subtle" className={styles.ask} onClick={onAsk} data-noprint>
            Ask for documents…
          </Button>
        )}
        {file && <Actions file={file} onStep={inOrder.length > 1 ? step : undefined} />}
      </div>
      <div id={`${id}-shown`} className={styles.paper}>
        {file ? (
          <DocumentView key={file.fileId} file={file} />
        ) : (
          <p className={styles.words}>No documents are attached.</p>
        )}
      </div>
      {photos.length > 0 && <Photos id={id} photos={photos} file={file} onShow={onShow} />}
    </section>
  )
}

type Choice = { id: string; file: AttachedFile | undefined; onShow: (fileId: number) => void }

function PaperTabs({ id, papers, file, onShow }: Choice & { papers: readonly AttachedFile[] }) {
  const focusTarget = file && papers.includes(file) ? file : papers[0]
  return (
    <div role="tablist" aria-label="Documents" className={styles.tabs} onKeyDown={moveAndShow}>
      {papers.map((paper) => (
        <button
          key={paper.fileId}
          type="button"
          role="tab"
          aria-selected={paper === file}
          aria-controls={`${id}-shown`}
          tabIndex={paper === focusTarget ? 0 : -1}
          title={paper.fileName}
          onClick={() => onShow(paper.fileId)}
        >
          {paper.documentType ?? paper.fileName}
        </button>
      ))}
    </div>
  )
}

function Photos({ id, photos, file, onShow }: Choice & { photos: readonly AttachedFile[] }) {
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

const moveAndShow = (event: KeyboardEvent<HTMLElement>) => moveFocus(event)?.click()

function Actions({ file, onStep }: { file: AttachedFile; onStep: ((offset: number) => void) | undefined }) {
  const { address } = useContent(file)
  return (
    <div className={styles.actions}>
      {onStep && (
        <>
          <button
            type="button"
            aria-label="Document before"
            title="Document before (P)"
            onClick={() => onStep(-1)}
          >
            ‹
          </button>
          <button
            type="button"
            aria-label="Next document"
            title="Next document (p)"
            onClick={() => onStep(1)}
          >
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

/** Shows one document: a picture or a PDF in the page, for other files or failures a link. */
function DocumentView({ file }: { file: AttachedFile }) {
  const { content, address, isError, refetch } = useContent(file)
  const [hasFailed, setHasFailed] = useState(false)
  if (isError)
    return (
      <p role="alert" className={styles.words}>
        {file.fileName} could not be loaded.{' '}
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  const isPdf = file.contentType === 'application/pdf'
  if (hasFailed || !(isPdf || isPhoto(file))) return <Elsewhere file={file} address={address} />
  const waiting = <div className={styles.sheet} role="status" aria-label={`Loading ${file.fileName}`} />
  if (!content || !address) return waiting
  return (
    <Suspense fallback={waiting}>
      {isPdf ? (
        <PdfView
          content={content}
          name={file.fileName}
          renderFailure={(reason) => <Elsewhere file={file} address={address} reason={reason} />}
        />
      ) : (
        <PictureView address={address} name={file.fileName} onFail={() => setHasFailed(true)} />
      )}
    </Suspense>
  )
}

/** Shows a link to a document that the page cannot show, with the reason. */
const Elsewhere = ({
  file,
  address,
  reason,
}: {
  file: AttachedFile
  address: string | null
  reason?: string
}) => (
  <p className={styles.words}>
    {file.fileName} ({formatFileSize(file.sizeBytes)}) {reason ? `${reason}, so that it ` : ''}cannot be shown
    in this page.{' '}
    {address && (
      <a href={address} download={file.fileName}>
        Download it
      </a>
    )}
  </p>
)

function Picture({ file }: { file: AttachedFile }) {
  const { address } = useContent(file)
  return address ? <img src={address} alt="" /> : <span className={styles.sheet} aria-hidden />
}
