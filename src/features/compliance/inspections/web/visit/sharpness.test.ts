import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeLaplacianVariance, convertToGrays, type Grays, isUnsharp } from './sharpness.ts'

const SIDE = 160
const makeImage = (shade: (x: number, y: number) => number): Grays => ({
  width: SIDE,
  height: SIDE,
  values: Uint8Array.from({ length: SIDE * SIDE }, (_, index) =>
    shade(index % SIDE, Math.floor(index / SIDE)),
  ),
})
/** Blurs a picture like a lens out of focus: each pixel becomes the mean of those within the radius. */
const blur = ({ width, height, values }: Grays, radius: number): Grays =>
  makeImage((x, y) => {
    let [sum, count] = [0, 0]
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) {
        const [index, row] = [x + dx, y + dy]
        if (index < 0 || row < 0 || index >= width || row >= height) continue
        sum += values[row * width + index]!
        count += 1
      }
    return sum / count
  })

/** An outlet on a wall, which has edges like photos of rooms. */
const outlet = makeImage((x, y) =>
  x > 60 && x < 100 && y > 40 && y < 120 ? ((x + y) % 12 < 6 ? 40 : 90) : 215,
)
const checkerboard = makeImage((x, y) => ((Math.floor(x / 8) + Math.floor(y / 8)) % 2 === 0 ? 30 : 220))

test.each([
  ['an outlet', outlet],
  ['a floor of boards', checkerboard],
])('%s counts as sharp, and as unsharp after it is blurred', (_, picture) => {
  expect(isUnsharp(picture)).toBe(false)
  expect(isUnsharp(blur(picture, 6))).toBe(true)
  const variances = [0, 1, 2, 4, 6].map((radius) =>
    computeLaplacianVariance(radius === 0 ? picture : blur(picture, radius)),
  )
  expect(variances).toEqual(variances.toSorted((variance, other) => other - variance))
})

test('a single color has no variance, and too small pictures never count as unsharp', () => {
  fc.assert(
    fc.property(fc.nat(255), (shade) => {
      expect(computeLaplacianVariance(makeImage(() => shade))).toBe(0)
    }),
  )
  expect(isUnsharp(makeImage(() => 128))).toBe(true)
  expect(isUnsharp({ width: 1, height: 1, values: Uint8Array.of(9) })).toBe(false)
})

test('making a picture lighter does not change its variance', () => {
  const lighter = { ...checkerboard, values: checkerboard.values.map((value) => value + 20) }
  expect(computeLaplacianVariance(lighter)).toBeCloseTo(computeLaplacianVariance(checkerboard), 6)
})

test('red, green and blue are weighted as the eye sees them', () => {
  const data = Uint8ClampedArray.of(255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255)
  expect([...convertToGrays({ width: 4, height: 1, data }).values]).toEqual([255, 76, 149, 29])
})
