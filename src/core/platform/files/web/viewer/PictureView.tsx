import { useRef, useState } from 'react'
import { useKeys } from '#ui/frame/keys.ts'
import { getNextZoom, getZoomKeys, keyboardScrollable, type Zoom, ZoomTools } from './Tools.tsx'
import { useWidth } from './useWidth.ts'
import styles from './viewer.module.css'

type Size = { width: number; height: number }
const MARGIN = 24

/**
 * Shows a picture as wide as its container or in a chosen size, rotated on request. Calls `onFail` if the
 * browser cannot show it.
 */
export default function PictureView({
  address,
  name,
  onFail,
}: {
  address: string
  name: string
  onFail: () => void
}) {
  const place = useRef<HTMLElement>(null)
  const room = useWidth(place)
  const [size, setSize] = useState<Size | null>(null)
  const [zoom, setZoom] = useState<Zoom>('width')
  const [turns, setTurns] = useState(0)
  const displayedWidth = size && (turns % 2 === 0 ? size.width : size.height)
  // A small picture is enlarged only on request.
  const scale = zoom === 'width' ? Math.min(1, displayedWidth ? (room - MARGIN) / displayedWidth : 1) : zoom
  const act = {
    onZoom: (direction: 1 | -1) => setZoom(getNextZoom(scale, direction)),
    onFit: () => setZoom('width'),
    onTurn: () => setTurns((turns + 1) % 4),
  }
  useKeys('Documents', getZoomKeys(act.onZoom, act.onFit, act.onTurn))
  const scaledSize = size && { width: size.width * scale, height: size.height * scale }
  const frame =
    scaledSize && (turns % 2 === 0 ? scaledSize : { width: scaledSize.height, height: scaledSize.width })
  return (
    <section className={styles.viewer} aria-label={name}>
      <div className={styles.bar}>
        <ZoomTools {...act} />
      </div>
      <section ref={place} className={styles.room} {...keyboardScrollable} aria-label="Picture">
        <div className={styles.picture} style={frame ?? undefined}>
          <img
            src={address}
            alt={name}
            style={
              scaledSize
                ? { ...scaledSize, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }
                : { opacity: 0 }
            }
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={onFail}
          />
        </div>
      </section>
    </section>
  )
}
