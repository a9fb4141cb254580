"""Applies a patch as a page does, to a picture parsed from its SVG text."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from boardwright.core.patch import Change, Insert, Patch, Remove, Step
from boardwright.core.picture import Picture

_SVG = "http://www.w3.org/2000/svg"
_TITLE, _DESCRIPTION = f"{{{_SVG}}}title", f"{{{_SVG}}}desc"


def parsed(picture: Picture) -> Element:
    """The picture as a tree."""
    return ElementTree.fromstring(picture.svg())


def patched(root: Element, patch: Patch) -> Element:
    """The tree after the patch, which changes it."""
    words = [child for child in root if child.tag in (_TITLE, _DESCRIPTION)]
    texts = {child.tag: child.text or "" for child in words}
    for child in words:
        root.remove(child)
    _apply(root, patch.steps)
    if patch.view_box is not None:
        root.set("viewBox", patch.view_box)
    if patch.title is not None:
        texts[_TITLE] = patch.title
    if patch.description is not None:
        texts[_DESCRIPTION] = patch.description
    root[:0] = [_element(tag, texts[tag]) for tag in (_TITLE, _DESCRIPTION) if texts.get(tag) or tag == _TITLE]
    return root


def text_of(root: Element) -> str:
    """A text that is equal for equal trees only."""
    return ElementTree.canonicalize(ElementTree.tostring(root, encoding="unicode"))


def _apply(parent: Element, steps: Sequence[Step]) -> None:
    for step in steps:
        assert 0 <= step.at <= len(parent) - (not isinstance(step, Insert))
        if isinstance(step, Change):
            _change(parent[step.at], step)
        else:
            length = 0 if isinstance(step, Insert) else 1
            parent[step.at : step.at + length] = [] if isinstance(step, Remove) else list(_read(step.svg))


def _change(element: Element, step: Change) -> None:
    for key, value in step.attributes.items():
        if value is None:
            del element.attrib[key]
        else:
            element.set(key, value)
    if step.content is not None:
        new = _read(f"<g>{step.content}</g>")[0]
        element[:] = list(new)
        element.text = new.text
    _apply(element, step.steps)


def _element(tag: str, text: str) -> Element:
    element = Element(tag)
    element.text = text
    return element


def _read(svg: str) -> Element:
    return ElementTree.fromstring(f'<svg xmlns="{_SVG}">{svg}</svg>')
