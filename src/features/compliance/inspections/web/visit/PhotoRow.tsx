import { Button, FileButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { type Entry, outbox, useConnection } from '#offline/web/index.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Photo } from '../Photos.tsx'
import type { DisplayedFinding } from './overlay.ts'
import styles from './visit.module.css'

type Props = { finding: DisplayedFinding | null; writes: boolean; onTake: (photo: File) => void }

/**
 * The photos of a finding: those waiting on this device, those stored at the agency if there is a connection,
 * and the camera button.
 */
export function PhotoRow({ finding, writes, onTake }: Props) {
  const { online } = useConnection()
  const waitingPhotos = finding?.waiting.filter((entry) => entry.kind === 'visit.photo') ?? []
  const photos = finding?.photos ?? []
  const labels = [
    waitingPhotos.length > 0 ? `${waitingPhotos.length} on this device` : null,
    photos.length > 0 ? `${photos.length} at the agency` : null,
  ].filter(Boolean)
  return (
    <section aria-label="Photos">
      <h3 className={styles.label}>{['Photos', labels.join(', ')].filter(Boolean).join(': ')}</h3>
      <div className={styles.photos}>
        {online && photos.map((id, index) => <Photo key={id} id={id} alt={`Photo ${index + 1}`} />)}
        {!online && photos.length > 0 && <span>{plural(photos.length, 'photo', 'photos')}</span>}
        {waitingPhotos.map((entry, index) => (
          <WaitingPhoto
            key={entry.key}
            entry={entry}
            alt={[`Photo ${photos.length + index + 1}, on this device`, entry.doubt]
              .filter(Boolean)
              .join(', ')}
            writes={writes}
          />
        ))}
        {writes && (
          <FileButton
            onChange={(photo) => photo && onTake(photo)}
            accept="image/*"
            capture="environment"
            // Clears the input, so that the same photo can be chosen again.
            inputProps={{ onClick: (event) => Object.assign(event.currentTarget, { value: '' }) }}
          >
            {(props) => (
              <Button {...props} variant="default" className={styles.camera}>
                Take photo
              </Button>
            )}
          </FileButton>
        )}
      </div>
      {waitingPhotos.some((entry) => entry.doubt) && (
        <p className={styles.hint}>A photo is blurred. Tap it to discard it, and take it again.</p>
      )}
    </section>
  )
}

const URL_LIFETIME_MS = 10_000

/** A photo that is only on this device. Tapping it discards it. */
function WaitingPhoto({ entry, alt, writes }: { entry: Entry; alt: string; writes: boolean }) {
  const [address, setAddress] = useState<string | null>(null)
  const confirm = useConfirm()
  const [file] = entry.files
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    void outbox
      .deviceStore()
      .then((deviceStore) => (file ? deviceStore?.file(file) : null))
      .then((content) => {
        if (!content || isGone) return
        url = URL.createObjectURL(content)
        setAddress(url)
      })
    return () => {
      isGone = true
      // The browser may still be drawing the picture.
      if (url) setTimeout(URL.revokeObjectURL, URL_LIFETIME_MS, url)
    }
  }, [file])
  const drop = () =>
    void confirm({
      title: 'Discard this photo',
      text: 'It is only on this device.',
      confirmLabel: 'Discard',
      action: () => outbox.drop([entry]),
    })
  const picture = address ? <img src={address} alt={alt} /> : <span aria-hidden className={styles.blank} />
  return writes ? (
    <button type="button" className={styles.shot} onClick={drop} aria-label={`${alt}: discard…`}>
      {picture}
    </button>
  ) : (
    picture
  )
}
