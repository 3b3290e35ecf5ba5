import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { EOI, exif, frame, jfif, jpeg, SOI, scan, segment } from '#tests/pictures.ts'
import { cleanPicture } from './pictures.ts'

describe('a JPEG', () => {
  test('a JPEG is stored with its pixels and colors, but without the metadata of the camera', () => {
    const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01colors')
    const written = [
      exif(1, true),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<xmp/>'),
      segment(0xe2, 'MPF\0preview'),
      segment(0xed, 'Photoshop 3.0\0'),
      segment(0xfe, 'taken at home'),
    ]
    const content = Buffer.concat([jpeg(...written, icc), Buffer.from('a film behind the end')])
    expect(cleanPicture(content, 'image/jpeg')).toEqual({ content: jpeg(icc), width: 640, height: 480 })
  })

  test.each([
    [6, true, 480, 640],
    [3, false, 640, 480],
  ])('keeps its orientation %s', (turn, little, width, height) => {
    const picture = cleanPicture(jpeg(exif(turn, little)), 'image/jpeg')
    expect(picture).toMatchObject({ width, height })
    expect(picture?.content.includes('GPS')).toBe(false)
    // Cleaning the result again changes nothing.
    expect(cleanPicture(picture!.content, 'image/jpeg')).toEqual(picture)
  })

  test('a JPEG with several scans or a missing end is accepted, and a cut-off or empty one is not', () => {
    const progressive = Buffer.concat([SOI, jfif, frame(64, 48), scan, segment(0xc4, 'table'), scan])
    expect(cleanPicture(progressive, 'image/jpeg')?.content).toEqual(Buffer.concat([progressive, EOI]))
    const buffer = jpeg()
    for (const end of [1, 3, 12, 30]) expect(cleanPicture(buffer.subarray(0, end), 'image/jpeg')).toBeNull()
    expect(cleanPicture(Buffer.concat([SOI, EOI]), 'image/jpeg')).toBeNull()
    expect(cleanPicture(Buffer.from('%PDF-1.4'), 'application/pdf')).toBeNull()
  })
})

describe('a PNG', () => {
  const chunk = (kind: string, data: Buffer | string = '') => {
    const content = Buffer.from(data as string, 'latin1')
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length)
    head.write(kind, 4, 'latin1')
    return Buffer.concat([head, content, Buffer.alloc(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const size = Buffer.from([0, 0, 3, 32, 0, 0, 2, 88, 8, 0, 0, 0, 0])
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(20)))

  test('a PNG is stored with its picture, but without texts, times and camera data', () => {
    const plain = Buffer.concat([
      signature,
      chunk('IHDR', size),
      chunk('gAMA', 'abcd'),
      pixels,
      chunk('IEND'),
    ])
    const written = Buffer.concat([
      signature,
      chunk('IHDR', size),
      chunk('eXIf', 'MM\0*GPS'),
      chunk('gAMA', 'abcd'),
      chunk('tEXt', 'Author\0somebody'),
      chunk('iTXt', 'XML:com.adobe.xmp'),
      pixels,
      chunk('tIME', '2026'),
      chunk('IEND'),
      Buffer.from('behind the end'),
    ])
    expect(cleanPicture(written, 'image/png')).toEqual({ content: plain, width: 800, height: 600 })
    expect(cleanPicture(plain.subarray(0, 40), 'image/png')).toBeNull()
    expect(cleanPicture(signature, 'image/png')).toBeNull()
  })
})
