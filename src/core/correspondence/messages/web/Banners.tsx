import { useQuery } from '@tanstack/react-query'
import { RichText } from '#ui/form/RichText.tsx'
import { IconX } from '#ui/frame/icons.ts'
import { Opener } from '#ui/frame/Opener.tsx'
import { dismissHeaderMessage, getCurrentHeaderMessages } from '../model/calls.ts'
import { buildBannerQuery, useBannerSend } from './logged.ts'
import styles from './messages.module.css'

/** The maximum number of characters that a chip shows. */
const MAX_CHIP_LENGTH = 48

/** Shows a short message, or the first sentence of a longer one, which opens the whole message. */
function BannerText({ message }: { message: string }) {
  const text = new DOMParser().parseFromString(message, 'text/html').body.textContent.trim()
  const firstSentence = /^.*?[.:!?](?=\s|$)/.exec(text)?.[0] ?? text
  if (firstSentence === text && text.length <= MAX_CHIP_LENGTH) return <RichText html={message} inline />
  return (
    <Opener label={firstSentence.replace(/[.:]$/, '')} tone="yellow">
      <RichText html={message} inline />
    </Opener>
  )
}

/**
 * The agency's banners of today as chips. Each opens the whole message, and can be dismissed until it is
 * changed.
 */
export function Banners() {
  const { data = [] } = useQuery(buildBannerQuery(getCurrentHeaderMessages, {}))
  const dismiss = useBannerSend(dismissHeaderMessage)
  const visibleBanners = data.filter((banner) => !banner.dismissed)
  return visibleBanners.map(({ messageId, message }, index) => (
    <section key={messageId} aria-label={`Message of the agency ${index + 1}`} className={styles.banner}>
      <BannerText message={message} />
      <button
        type="button"
        aria-label={`Hide message ${index + 1}`}
        onClick={() => void dismiss({ params: { messageId } }).catch(() => undefined)}
        data-noprint
      >
        <IconX size={16} aria-hidden />
      </button>
    </section>
  ))
}
