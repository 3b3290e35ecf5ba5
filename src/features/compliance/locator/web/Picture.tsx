import { useContent } from '#core/platform/files/web/index.ts'
import type { Photo } from '../model/entities.ts'
import styles from './locator.module.css'

/** Returns the description of a photo in words. */
export const describePhoto = ({ title, caption }: Pick<Photo, 'title' | 'caption'>): string =>
  [title, caption].filter(Boolean).join(', ')

/** A stored photo, scaled to the size of its container. */
export function Picture({ photo }: { photo: Photo }) {
  const { address, isError } = useContent(photo)
  if (isError) return <span className={styles.picture}>The photo could not be loaded.</span>
  return address ? (
    <img className={styles.picture} src={address} alt={describePhoto(photo)} />
  ) : (
    <span className={styles.picture} role="img" aria-label={`${describePhoto(photo)}, loading`} />
  )
}
