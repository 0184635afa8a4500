//! The colours of pieces and ground in both schemes: their contrasts, and their distances for colour-blind readers.

use std::array;

/// A colour in linear light: red, green, blue.
type Light = [f64; 3];

const GROUNDS: [&str; 5] = ["ground", "wall", "toxic", "first-soft", "second-soft"];

/// A reader's eyes, as a matrix over linear light.
///
/// # Source
/// Machado, Oliveira and Fernandes 2009, severity 1.
const EYES: [(&str, [Light; 3]); 3] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
];

/// The colour of a name in the light or the dark scheme.
fn colour(scheme: &str, name: &str) -> Light {
    let key = format!("--{name}:#");
    let value = [crate::BOARD_STYLE, crate::STYLE].into_iter().find_map(|style| {
        let (light, rest) = style.split_once("@media (prefers-color-scheme:dark)")?;
        let (dark, _) = rest.split_once("}}")?;
        Some((if scheme == "light" { light } else { dark }).split_once(&key)?.1)
    });
    let value = value.unwrap();
    array::from_fn(|part| {
        let value = f64::from(u8::from_str_radix(&value[2 * part..2 * part + 2], 16).unwrap()) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn product(row: Light, light: Light) -> f64 {
    row.iter().zip(light).map(|(weight, part)| weight * part).sum()
}

/// The contrast of two colours by WCAG 2.2, from 1 to 21.
fn contrast(one: Light, other: Light) -> f64 {
    let [one, other] = [one, other].map(|light| product([0.2126, 0.7152, 0.0722], light) + 0.05);
    one.max(other) / one.min(other)
}

fn lab(light: Light) -> Light {
    let root = |value: f64| {
        if value > 216.0 / 24_389.0 { value.cbrt() } else { (24_389.0 / 27.0 * value + 16.0) / 116.0 }
    };
    let x = root(product([0.4124, 0.3576, 0.1805], light) / 0.950_47);
    let y = root(product([0.2126, 0.7152, 0.0722], light));
    let z = root(product([0.0193, 0.1192, 0.9505], light) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The distance of two colours in CIE L*a*b*.
///
/// # Source
/// Sharma, Wu and Dalal 2005, equations 2 to 22 (ΔE2000).
fn distance([light, a, b]: Light, [other_light, other_a, other_b]: Light) -> f64 {
    let seventh = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25_f64.powi(7))).sqrt();
    let grown = 1.5 - 0.5 * seventh(f64::midpoint(a.hypot(b), other_a.hypot(other_b)));
    let (a, other_a) = (a * grown, other_a * grown);
    let (chroma, other_chroma) = (a.hypot(b), other_a.hypot(other_b));
    let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
    let (hue, other_hue) = (hue(a, b), hue(other_a, other_b));
    let turn = (other_hue - hue + 540.0).rem_euclid(360.0) - 180.0;
    let middle = (hue + turn / 2.0).rem_euclid(360.0);
    let wave = |times: f64, shift: f64| (times * middle + shift).to_radians().cos();
    let weight = 1.0 - 0.17 * wave(1.0, -30.0) + 0.24 * wave(2.0, 0.0) + 0.32 * wave(3.0, 6.0)
        - 0.2 * wave(4.0, -63.0);
    let (mean_light, mean_chroma) = (f64::midpoint(light, other_light), f64::midpoint(chroma, other_chroma));
    let from_grey = (mean_light - 50.0).powi(2);
    let lightness = (other_light - light) / (1.0 + 0.015 * from_grey / (20.0 + from_grey).sqrt());
    let saturation = (other_chroma - chroma) / (1.0 + 0.045 * mean_chroma);
    let tint = 2.0 * (chroma * other_chroma).sqrt() * (turn / 2.0).to_radians().sin()
        / (1.0 + 0.015 * mean_chroma * weight);
    let rotation =
        -(60.0 * (-((middle - 275.0) / 25.0).powi(2)).exp()).to_radians().sin() * 2.0 * seventh(mean_chroma);
    (lightness.powi(2) + saturation.powi(2) + tint.powi(2) + rotation * saturation * tint).sqrt()
}

/// The distance of two named colours for a reader's eyes.
fn seen(scheme: &str, eyes: [Light; 3], names: [&str; 2]) -> f64 {
    let [one, other] = names.map(|name| {
        let light = colour(scheme, name);
        lab(eyes.map(|row| product(row, light).clamp(0.0, 1.0)))
    });
    distance(one, other)
}

#[test]
fn distances_are_those_of_published_examples() {
    // From the table of Sharma, Wu and Dalal.
    for (one, other, published) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
    ] {
        assert!((distance(one, other) - published).abs() < 1e-4, "{published}");
    }
}

#[test]
fn sides_differ_in_luminance_and_stand_out_from_every_ground() {
    for scheme in ["light", "dark"] {
        let at = |name: &str| colour(scheme, name);
        assert!(contrast(at("paint-first"), at("paint-second")) > 12.0);
        for seat in ["first", "second"] {
            let [paint, trim] = ["paint", "trim"].map(|part| at(&format!("{part}-{seat}")));
            assert!(contrast(paint, trim) > 4.5, "the letters of {seat}, {scheme}");
            for ground in GROUNDS {
                let best = contrast(paint, at(ground)).max(contrast(trim, at(ground)));
                assert!(best > 3.0, "{seat} on {ground}, {scheme}: {best}");
            }
        }
    }
}

/// Charts draw wins in the first seat's colour, draws in that of secondary text and losses in the second seat's.
/// Cells of tables have their paler forms, and digits.
#[test]
fn colour_blind_readers_tell_wins_draws_and_losses_apart() {
    for scheme in ["light", "dark"] {
        for (reader, eyes) in EYES {
            let results = [["first", "soft"], ["second", "soft"], ["first", "second"]];
            let cells =
                [["first-soft", "draw-soft"], ["second-soft", "draw-soft"], ["first-soft", "second-soft"]];
            for (least, pairs) in [(14.0, results), (5.0, cells)] {
                for pair in pairs {
                    let apart = seen(scheme, eyes, pair);
                    assert!(apart > least, "{pair:?}, {scheme}, {reader}: {apart}");
                }
            }
        }
    }
}

#[test]
fn colour_blind_readers_tell_sides_and_grounds_apart() {
    for scheme in ["light", "dark"] {
        for (reader, eyes) in EYES {
            for parts in [["paint-first", "paint-second"], ["trim-first", "trim-second"]] {
                assert!(seen(scheme, eyes, parts) > 40.0, "{parts:?}, {scheme}, {reader}");
            }
            for (index, one) in GROUNDS.iter().enumerate() {
                for other in &GROUNDS[index + 1..] {
                    let apart = seen(scheme, eyes, [one, other]);
                    assert!(apart > 5.0, "{one} and {other}, {scheme}, {reader}: {apart}");
                }
            }
        }
    }
}
