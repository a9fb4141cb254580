"""The files of the page: what browsers keep, and what they ask for again."""

from __future__ import annotations

import base64
import hashlib
import json
import re

from tests.web.case import AppCase


class TestPageFiles(AppCase):
    def test_the_entry_page_names_every_file_by_its_content_and_such_files_are_kept_for_good(self) -> None:
        entry = self.client.get("/")
        linked = re.findall(r'(?:src|href)="(/[^"]+)"', entry.text)
        modules = json.loads(re.findall(r'<script type="importmap">(.*?)</script>', entry.text)[0])["imports"]
        assert modules["/js/app.js"] in linked
        for address in (*linked, *modules.values()):
            found = self.client.get(address)
            assert found.headers["cache-control"] == "public, max-age=31536000, immutable", address
            assert address.endswith(f"?v={hashlib.sha256(found.content).hexdigest()[:16]}")

    def test_the_entry_page_allows_its_own_import_map_and_no_other_inline_script(self) -> None:
        entry = self.client.get("/")
        inline = re.findall(r"<script[^>]*>(.+?)</script>", entry.text)
        hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline]
        policy = entry.headers.get_list("content-security-policy")
        assert len(policy) == len(hashes) == 1
        assert policy[0].endswith(f"; script-src 'self' 'sha256-{hashes[0]}'")
        same = self.client.get("/", headers={"If-None-Match": entry.headers["etag"]})
        assert same.headers.get_list("content-security-policy") == policy

    def test_other_addresses_are_checked_each_time_and_not_sent_again(self) -> None:
        for address in ("/", "/js/app.js", "/js/app.js?v=older", "/css/style.css"):
            first = self.client.get(address)
            assert first.headers["cache-control"] == "no-cache"
            again = self.client.get(address, headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b""), address
            assert self.client.get(address, headers={"If-None-Match": '"another"'}).status_code == 200
